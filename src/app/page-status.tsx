/**
 * Exports `PageStatus` for the app: writes the path of the rendered screen and the running actions to the document, for the
 * browser journeys. While it differs from the address, the screen is about to change.
 */
import { useLayoutEffect } from "react";
import { useRuntime, useView } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";

export function PageStatus(): null {
  const view = useView();
  const pending = useObservable(useRuntime().pending);
  const path = view.kind === "screen" ? view.resolution.path : null;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (path === null) delete dataset.path;
    else dataset.path = path;
    if (pending.size === 0) delete dataset.pending;
    else dataset.pending = [...pending].join(" ");
  }, [path, pending]);
  return null;
}
