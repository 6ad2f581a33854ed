/** Exports the runtime of a scenario's session, with ports that the session controls. */
import type { CallPort, RuntimePorts } from "../runtime/port.js";
import { createRuntime, type Runtime } from "../runtime/runtime.js";
import type { ScenarioClock } from "./clock.js";
import type { ScenarioHistory } from "./history.js";
import type { LoadedBundle } from "./loaded-bundle.js";

interface SessionPorts {
  readonly call: CallPort;
  readonly clock: ScenarioClock;
  readonly history: ScenarioHistory;
  readonly store: RuntimePorts["store"];
  readonly newId: () => string;
  /** Receives the listener for what another tab of the browser reports. */
  readonly onOtherTab: (listener: (fields: readonly string[]) => void) => void;
  /** Called before the state is reset. */
  readonly onSessionEnd: () => void;
  readonly onDownload: (url: string) => void;
  readonly onFault: (fault: Error) => void;
}

export function createSessionRuntime({ bundle: { core, journeys }, validators }: LoadedBundle, ports: SessionPorts): Runtime {
  const { call, clock, history, store, newId } = ports;
  const runtime = createRuntime(core, {
    call,
    bundle: {
      core: async () => core,
      journey: async (_core, journey) => {
        const content = journeys[journey];
        if (content === undefined) throw new Error(`There is no journey ${journey}.`);
        return { content, validators };
      },
    },
    clock,
    timeZone: "America/New_York",
    store,
    history,
    page: { last: () => null, reload: () => false },
    otherTabs: {
      reportChanges: () => {},
      onChanges: (listener) => {
        ports.onOtherTab(listener);
        return () => {};
      },
    },
    download: async (url) => {
      ports.onDownload(url);
      return true;
    },
    pause: (milliseconds) => new Promise((resolve) => void clock.after(milliseconds, resolve)),
    newId,
    clearPersisted: ports.onSessionEnd,
    report: ports.onFault,
  });
  runtime.start();
  return runtime;
}

/** The ids of a session: the same in each run. */
export function countedIds(): () => string {
  let ids = 0;
  return () => {
    ids += 1;
    return `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
  };
}
