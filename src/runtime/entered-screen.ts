/** Exports the view of a screen that is being entered, for `runtime.ts`. */
import { pendingOf } from "./on-enter.js";
import type { ScreenView } from "./view.js";

type Entered = Omit<ScreenView, "kind" | "data" | "failed" | "pending" | "loading" | "failures">;

/** `previous`: the screen that was shown. Where it is the same page in another state, its data is used until the queries are answered. */
export function enteredScreen(previous: ScreenView | null, entered: Entered): ScreenView {
  const { resolution, content } = entered;
  const isSame = previous?.resolution.screen === resolution.screen && previous.resolution.path === resolution.path;
  return {
    ...entered,
    kind: "screen",
    data: isSame ? previous.data : {},
    failed: isSame ? previous.failed : {},
    pending: pendingOf(content.onEnter),
    loading: false,
    failures: {},
  };
}
