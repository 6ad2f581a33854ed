/** The app: the state, the runtime over it, and the shell in which screens stand. */
import { lazy, type ReactElement, Suspense, useCallback, useMemo, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { Asking } from "../runtime/asking.js";
import { FollowLocation, RuntimeProvider } from "../runtime/binding.js";
import { createRuntime } from "../runtime/runtime.js";
import { Watching } from "../runtime/watching.js";
import { PersistState } from "../state/persist-state.js";
import type { Adoption } from "../state/persistence.js";
import { StateRoot, useStore } from "../state/store.js";
import type { Booted } from "./boot.js";
import { BrandPaint } from "./brand-paint.js";
import { presenceOf } from "./browser.js";
import { FollowBundles } from "./follow-bundles.js";
import { Notification } from "./notification.js";
import type { Page } from "./page.js";
import { Shell } from "./shell.js";
import { Standing } from "./standing.js";

/** For configurators; a build has nothing of it. */
const DevTools = import.meta.env.DEV ? lazy(() => import("./dev/dev-tools.js")) : null;

export interface AppProps {
  readonly booted: Booted;
  readonly page: Page;
}

export function App({ booted, page }: AppProps): ReactElement {
  return (
    <StateRoot initial={booted.initial} persisted={booted.core.persisted}>
      <BrowserRouter>
        <Running booted={booted} page={page} />
      </BrowserRouter>
    </StateRoot>
  );
}

function Running({ booted, page }: AppProps): ReactElement {
  const store = useStore();
  const { core, ports, persistence, storage, history, files, answeredAt } = booted;
  const [runtime] = useState(() => createRuntime(core, { ...ports, store }));
  const presence = useMemo(() => presenceOf(window), []);
  const onAdopted = useCallback((as: Adoption) => runtime.stateReplaced(as), [runtime]);
  return (
    <RuntimeProvider runtime={runtime}>
      <PersistState persistence={persistence} storage={storage} onAdopted={onAdopted} />
      <FollowLocation history={history} />
      <Standing />
      <FollowBundles files={files} presence={presence} />
      <Watching clock={ports.clock} presence={presence} answeredAt={answeredAt} />
      <BrandPaint />
      <Shell />
      <Notification clock={ports.clock} />
      <Asking />
      {DevTools !== null && page.development ? (
        <Suspense fallback={null}>
          <DevTools booted={booted} page={page} />
        </Suspense>
      ) : null}
    </RuntimeProvider>
  );
}
