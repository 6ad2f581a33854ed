/** Exports a runtime over a small bundle; its history port passes each address back to it, as the router does. */

import type { DepositorState } from "../../src/engine/events.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { Address } from "../../src/runtime/port.js";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.js";
import type { ScreenView } from "../../src/runtime/view.js";
import { bundleOf, type FakePorts, fakePorts, INITIAL, settled, when } from "./fakes.js";

export interface RuntimeFixture {
  readonly runtime: Runtime;
  readonly ports: FakePorts;
  open(path: string, state?: Address["state"]): Promise<void>;
  screen(): ScreenView;
}

export function runtimeFixture(
  screens: Parameters<typeof bundleOf>[0],
  state: DepositorState = INITIAL,
  app: Partial<BundleCore> = {},
): RuntimeFixture {
  const bundle = bundleOf(screens, app);
  const ports = fakePorts(bundle, state, (entry) => runtime.setLocation(entry));
  const runtime = createRuntime(bundle.core, ports);
  runtime.start();
  return {
    runtime,
    ports,
    async open(path, routeState = null) {
      const [pathname = "", search] = path.split("?");
      ports.open({ pathname, search: search === undefined ? "" : `?${search}`, state: routeState });
      await settled();
    },
    screen() {
      const view = runtime.view.get();
      if (view.kind !== "screen") throw new Error(`The view is ${view.kind}`);
      return view;
    },
  };
}

export const loggedIn = when({ "!!": [{ var: "auth.bearerToken" }] });
export const complete = when({ "===": [{ var: "progress.registration_last_step" }, "completed"] });
export const progressLoad = {
  progress: { query: "Progress", when: when({ and: [{ "!!": [{ var: "auth.bearerToken" }] }, { "!": [{ var: "progress" }] }] }) },
};
