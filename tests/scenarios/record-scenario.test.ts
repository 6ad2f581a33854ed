/** Tests what `recordScenario` writes for screens that are recorded already. */
import { beforeAll, expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { LoadedBundle } from "../../src/scenarios/loaded-bundle.js";
import { type KnownScreens, recordScenario } from "../../src/scenarios/record-scenario.js";
import type { Step } from "../../src/scenarios/scenario.js";
import { ROOT } from "../support/sources.js";

let loaded: LoadedBundle;
beforeAll(async () => {
  const source = await readSource(ROOT);
  const { bundle } = compile(source, "harbor");
  if (bundle === null) throw new Error("The brand harbor does not compile.");
  loaded = await loadBundle(source, bundle);
}, 60_000);

const options = {
  personas: [],
  answers: { LogPageView: { ok: { ok: true } }, Branding: { ok: { slug: "harbor" } }, Banners: { ok: [] } },
  failureOf: () => ({ message: "No." }),
};

async function recorded(steps: readonly Step[], known: KnownScreens = new Set()): Promise<readonly Step[]> {
  const written = await recordScenario([{ loaded, known }], { steps }, options);
  if (written === null) throw new Error("The steps cannot be performed.");
  return written.map(({ step }) => step);
}

it("writes what a step changes", async () => {
  const steps = await recorded([{ open: "/login" }]);
  expect(steps).toEqual([{ open: "/login" }, { see: expect.objectContaining({ path: "/login", title: "Log in" }) }]);
});

it("compares at least the path after the last step", async () => {
  const steps = await recorded([{ open: "/login" }, { wait: "PT1S" }, { wait: "PT1S" }]);
  expect(steps.slice(2)).toEqual([{ wait: "PT1S" }, { wait: "PT1S" }, { see: { path: "/login" } }]);
});

it("adds nothing to a last step that compares something", async () => {
  const see = { see: { title: "Log in" } };
  expect((await recorded([{ open: "/login" }, { wait: "PT1S" }, see])).at(-1)).toEqual(see);
});
