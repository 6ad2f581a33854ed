/**
 * Runs the page of Passbook in the form benchmark: the whole app over the shipped bundle, with a form of the benchmark in
 * place of two screens.
 */
import "../../src/app/styles/index.css";
import { createRoot } from "react-dom/client";
import { App } from "../../src/app/app.js";
import type { AppParts } from "../../src/app/boot.js";
import { clock } from "../../src/app/browser.js";
import { loadBlocks } from "../../src/blocks/blocks.js";
import { initialState } from "../../src/engine/state-writes.js";
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../../src/language/bundle.js";
import { createRouterHistory } from "../../src/runtime/router-history.js";
import { NOTHING_PERSISTED } from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
import { localStoragePort } from "../../src/state/storage.js";
import { applyBrand } from "../../src/theme/brand.js";

const report = (fault: Error) => console.error(fault);

async function json<T>(address: string): Promise<T> {
  return (await fetch(address)).json() as Promise<T>;
}

async function start(): Promise<void> {
  const { search } = window.location;
  // As `main.tsx` does: the code of forms is there before the form is opened, as it is in the pages of the peers.
  await loadBlocks();
  const [core, journey, module] = await Promise.all([
    json<BundleCore>("/core.json"),
    json<BundleJourney>(`/journey.json${search}`),
    import(/* @vite-ignore */ `/validators.js${search}`) as Promise<{ default: Readonly<Record<string, ValidatorFunctions>> }>,
  ]);
  window.history.replaceState(null, "", "/login");
  window.localStorage.clear();
  applyBrand(document.documentElement, core.brand);
  const initial = { ...initialState(core), branding: core.brand as never };
  const storage = localStoragePort(window, report);
  const { persisted, versions, keptOnReset } = core;
  const rules = { persisted, versions, keptOnReset, initial: initialState(core), ages: {}, draftAge: 86_400_000 };
  const history = createRouterHistory();
  const parts: AppParts = {
    core,
    files: {
      core: async () => core,
      journey: async () => ({ content: journey, validators: module.default }),
      brand: core.brand.slug,
      checkForUpdate: async () => {},
      announce: () => {},
    },
    initial,
    persistence: createPersistence({ storage, rules, now: clock.now, after: clock.after }, new Map(), NOTHING_PERSISTED),
    storage,
    history,
    calls: { through: () => new Promise(() => {}) },
    answeredAt: () => null,
    ports: {
      history,
      call: () => new Promise(() => {}),
      bundle: { core: async () => core, journey: async () => ({ content: journey, validators: module.default }) },
      clock,
      timeZone: "UTC",
      page: { last: () => null, reload: () => false },
      otherTabs: { reportChanges: () => {}, onChanges: () => () => {} },
      download: async () => true,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      newId: () => window.crypto.randomUUID(),
      clearPersisted: () => {},
      report,
    },
  };
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no #root.");
  createRoot(root).render(
    <App parts={parts} page={{ brand: core.brand.slug, bundle: core.hash, development: false, branding: core.brand }} />,
  );
}

start().catch(report);
