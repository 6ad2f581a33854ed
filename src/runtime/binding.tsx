/** Exports the React binding of the runtime for the app: its context, the hooks that read it, and `LocationSync` for the router. */
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { formatText } from "../engine/format-text.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { withNames } from "../language/predicate.js";
import { useRenderedState } from "../state/store.js";
import { shownBranding } from "./frame.js";
import { useObservable } from "./observable-value.js";
import type { RouterHistory } from "./router-history.js";
import type { Runtime } from "./runtime.js";
import type { View } from "./view.js";

const RuntimeContext = createContext<Runtime | null>(null);

/** Wraps all components that use the hooks of this module. */
export function RuntimeProvider({ runtime, children }: { readonly runtime: Runtime; readonly children: ReactNode }): ReactElement {
  return <RuntimeContext.Provider value={runtime}>{children}</RuntimeContext.Provider>;
}

/** The runtime. Throws outside of a `RuntimeProvider`. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (runtime === null) throw new Error("useRuntime outside of RuntimeProvider");
  return runtime;
}

/** The current view; the component renders again when it changes. */
export function useView(): View {
  return useObservable(useRuntime().view);
}

/** Passes each location of the router to the runtime, and the router's navigate function to the history port. Mounted once inside the router. */
export function LocationSync({ history }: { readonly history: RouterHistory }): null {
  const runtime = useRuntime();
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  const popped = useNavigationType() === "POP";
  useLayoutEffect(() => history.setNavigate(navigate), [history, navigate]);
  useLayoutEffect(() => {
    // Route state is JSON: the app itself put it into the history, or the browser restored it.
    runtime.setLocation({ pathname, search, state: (state ?? null) as Json, key, ...history.arrived(window.history.state, popped) });
  }, [runtime, history, pathname, search, state, key, popped]);
  useEffect(() => {
    // In a later task, when the router has rendered the entry.
    const ended = () => void window.setTimeout(history.moveEnded);
    window.addEventListener("popstate", ended);
    return () => window.removeEventListener("popstate", ended);
  }, [history]);
  useEffect(() => runtime.start(), [runtime]);
  return null;
}

/** Formats the texts of the app's chrome. Until branding has been fetched, they read the brand's own file (D24). */
export function useChrome(): (name: string, item?: Json) => string {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const state = useRenderedState();
  return useMemo(
    () => (name: string, item?: Json) => {
      const text: Text | undefined = core.chrome[name];
      if (text === undefined) throw new Error(`The chrome has no text "${name}".`);
      return formatText(text, withNames(runtime.scope(item), { branding: shownBranding(core, state.branding ?? null) }), core.formats);
    },
    [runtime, core, state],
  );
}
