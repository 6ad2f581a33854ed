/** Exports `openApp` for the tests of the app: the whole app at a path, over a small bundle and fake ports. */
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import type { BundleFiles } from "../../src/api/bundle-files.js";
import { App } from "../../src/app/app.js";
import type { AppParts } from "../../src/app/boot.js";
import { loadBlocks } from "../../src/blocks/blocks.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { BundleCore, ValidatorFunctions } from "../../src/language/bundle.js";
import { createRouterHistory } from "../../src/runtime/router-history.js";
import { NOTHING_PERSISTED } from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
import { localStoragePort } from "../../src/state/storage.js";
import { bundleOf, type FakePorts, fakePorts, INITIAL, settled } from "../runtime/fakes.js";

// A test reads what is rendered at once.
await loadBlocks();

export interface Opened {
  readonly ports: FakePorts;
  readonly user: ReturnType<typeof userEvent.setup>;
}

export interface OpenOptions {
  /** Shows the development bar. */
  readonly development?: boolean;
  /** The validators of forms, by schema id. */
  readonly validators?: Readonly<Record<string, ValidatorFunctions>>;
}

export async function openApp(
  path: string,
  screens: Parameters<typeof bundleOf>[0],
  state: DepositorState = INITIAL,
  app: Partial<BundleCore> = {},
  { development = false, validators = {} }: OpenOptions = {},
): Promise<Opened> {
  window.history.replaceState(null, "", path);
  const bundle = bundleOf(screens, app);
  const ports = fakePorts(bundle, state);
  const history = createRouterHistory();
  const storage = localStoragePort(window, (failure) => ports.faults.push(failure));
  const { persisted, versions, keptOnReset } = bundle.core;
  const rules = { persisted, versions, keptOnReset, initial: INITIAL, ages: {}, draftAge: 86_400_000 };
  const { store: _store, ...others } = ports;
  const files: BundleFiles = {
    ...ports.bundle,
    journey: async (core, journey) => ({ ...(await ports.bundle.journey(core, journey)), validators }),
    brand: "harbor",
    checkForUpdate: async () => {},
    announce: () => {},
  };
  const calls = { through: ports.call };
  const parts: AppParts = {
    core: bundle.core,
    files,
    initial: state,
    persistence: createPersistence({ storage, rules, now: ports.clock.now, after: ports.clock.after }, new Map(), NOTHING_PERSISTED),
    storage,
    history,
    calls,
    answeredAt: () => null,
    ports: { ...others, call: (request) => calls.through(request), bundle: files, history },
  };
  const page = { brand: "harbor", bundle: bundle.core.hash, development, branding: bundle.core.brand };
  render(
    <StrictMode>
      <App parts={parts} page={page} />
    </StrictMode>,
  );
  await act(settled);
  return { ports, user: userEvent.setup() };
}

export const link = (label: string, go: string) => ({
  key: label,
  block: "controls",
  controls: { order: ["go"], items: { go: { label, go } } },
});
export const button = (label: string, action: string) => ({
  key: label,
  block: "controls",
  controls: { order: ["act"], items: { act: { label, action } } },
});
