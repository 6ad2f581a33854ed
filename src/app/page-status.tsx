/**
 * Says on the document which path is drawn and which actions are under way, for whoever drives the app from outside
 * (the journeys). While the address says another path, what is seen is about to go.
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
