/** Exports `deferred` for `blocks.ts`: a component whose code the browser loads after the frame of the page. */
import { type ComponentType, createElement, type ReactElement } from "react";

export interface Deferred<Props extends object> {
  /** Suspends until the code is loaded; throws the failure when it could not be loaded. */
  readonly Component: (props: Props) => ReactElement;
  /** Loads the code once. Never rejects: `Component` throws the failure when it is rendered. */
  load(): Promise<void>;
}

/** Unlike `React.lazy`, a component whose code is loaded renders at once, without a rendering of the fallback before it. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let component: ComponentType<Props> | null = null;
  let failure: { readonly error: unknown } | null = null;
  let loading: Promise<void> | null = null;

  function start(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        component = loaded;
      },
      // A browser remembers that the address of a module has failed, so only a reload of the page can help.
      (error: unknown) => {
        failure = { error };
      },
    );
    return loading;
  }

  return {
    Component(props) {
      if (component !== null) return createElement(component, props);
      if (failure !== null) throw failure.error;
      throw start();
    },
    load: start,
  };
}
