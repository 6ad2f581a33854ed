/** Exports `AppLink` for the shell: an app action, as a link if it only navigates, else as a button. */
import type { ReactElement } from "react";
import { PathLink } from "../blocks/PathLink.js";
import { useRuntime } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";
import { pathOfAction } from "./app-actions.js";

export function AppLink(props: { readonly action: string; readonly className: string; readonly children: string }): ReactElement {
  const { action, className, children } = props;
  const runtime = useRuntime();
  const path = pathOfAction(useObservable(runtime.core), action);
  const raise = () => void runtime.raise(null, action);
  if (path === null) {
    return (
      <button type="button" className={className} onClick={raise}>
        {children}
      </button>
    );
  }
  return (
    <PathLink to={path} navigation={{ href: (to) => to, go: raise }} className={className}>
      {children}
    </PathLink>
  );
}
