/** Exports the footer of the shell (S2.3): "Need help?" leads to the message center, or opens a dialog before sign-in. */
import { Button } from "@blueprintjs/core";
import { type ReactElement, useState } from "react";
import { holds } from "../language/predicate.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { Dialog } from "../runtime/dialog.js";
import { useObservable } from "../runtime/observable-value.js";
import { useRenderedState } from "../state/store.js";
import { AppLink } from "./app-link.js";

export function Footer(): ReactElement {
  const runtime = useRuntime();
  const chrome = useChrome();
  useRenderedState();
  const loggedIn = useObservable(runtime.core).predicates.loggedIn;
  const [open, setOpen] = useState(false);
  const signedIn = loggedIn !== undefined && holds(loggedIn, runtime.scope());
  const close = () => setOpen(false);
  return (
    <footer className="pb-footer">
      {signedIn ? (
        <AppLink action="contact" className="pb-help">
          {chrome("help")}
        </AppLink>
      ) : (
        <button type="button" className="pb-help" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {chrome("help")}
        </button>
      )}
      {open && !signedIn ? (
        <Dialog title={chrome("helpTitle")} onClose={close}>
          <ul className="pb-help-points">
            <li>{chrome("helpLogIn")}</li>
            <li>{chrome("helpEmail")}</li>
            <li>{chrome("helpWarning")}</li>
          </ul>
          <div className="pb-dialog-actions">
            <Button intent="primary" onClick={close}>
              {chrome("helpClose")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </footer>
  );
}
