/** Exports `App` for `main.tsx`: mounts the state, the runtime and the shell. */
import { lazy, type ReactElement, Suspense, useCallback, useMemo, useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { ActivityMonitors } from "../runtime/activity-monitors.js";
import { LocationSync, RuntimeProvider } from "../runtime/binding.js";
import { ConfirmDialog } from "../runtime/confirm-dialog.js";
import { createRuntime } from "../runtime/runtime.js";
import { PersistState } from "../state/persist-state.js";
import type { Adoption } from "../state/persistence.js";
import { StateRoot, useStore } from "../state/store.js";
import type { AppParts } from "./boot.js";
import { BrandStyles } from "./brand-styles.js";
import { presencePort } from "./browser.js";
import { BundleUpdates } from "./bundle-updates.js";
import { continueRecording } from "./dev/stored-recording.js";
import { Notification } from "./notification.js";
import type { Page } from "./page.js";
import { Shell } from "./shell.js";

/** The development bar for configurators; a production build does not contain it. */
const DevTools = import.meta.env.DEV ? lazy(() => import("./dev/dev-tools.js")) : null;

export interface AppProps {
  readonly parts: AppParts;
  readonly page: Page;
}

export function App({ parts, page }: AppProps): ReactElement {
  return (
    <StateRoot initial={parts.initial} persisted={parts.core.persisted}>
      <BrowserRouter>
        <RunningApp parts={parts} page={page} />
      </BrowserRouter>
    </StateRoot>
  );
}

function RunningApp({ parts, page }: AppProps): ReactElement {
  const store = useStore();
  const { core, ports, persistence, storage, history, files, answeredAt } = parts;
  const [runtime] = useState(() => {
    if (import.meta.env.DEV && page.development) continueRecording(window, parts);
    return createRuntime(core, { ...ports, store });
  });
  const presence = useMemo(() => presencePort(window, ports.report), [ports.report]);
  const onAdopted = useCallback((as: Adoption) => runtime.stateReplaced(as), [runtime]);
  return (
    <RuntimeProvider runtime={runtime}>
      <PersistState persistence={persistence} storage={storage} onAdopted={onAdopted} />
      <LocationSync history={history} />
      <BundleUpdates files={files} presence={presence} />
      <ActivityMonitors clock={ports.clock} presence={presence} answeredAt={answeredAt} />
      <BrandStyles />
      <Shell />
      <Notification clock={ports.clock} />
      <ConfirmDialog />
      {DevTools !== null && page.development ? (
        <Suspense fallback={null}>
          <DevTools parts={parts} page={page} />
        </Suspense>
      ) : null}
    </RuntimeProvider>
  );
}
