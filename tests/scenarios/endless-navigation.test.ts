/** Tests that a scenario ends where the pages navigate without end. */
import { expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { runScenario } from "../../src/scenarios/run-scenario.js";
import { ROOT } from "../support/sources.js";

it("reports pages that navigate without end", async () => {
  const source = await readSource(ROOT);
  const file = "flows/auth.flow.json";
  const before = '"else": { "go": { "path": "/login", "replace": true } }';
  const text = source.files.get(file) ?? "";
  expect(text).toContain(before);
  const changed = text.replace(before, before.replace("/login", "/logout"));
  const { bundle } = compile({ ...source, files: new Map([...source.files, [file, changed]]) }, "harbor");
  if (bundle === null) throw new Error("The changed brand does not compile.");
  const steps = [{ open: "/logout" }, { see: { path: "/login" } }];
  const options = { personas: [], answers: { LogPageView: { ok: { ok: true } } }, failureOf: () => ({ message: "The bank says no." }) };
  const failures = await runScenario(await loadBundle(source, bundle), { steps }, options);
  expect(failures).toEqual([{ step: 0, message: "The screen can't be shown: the pages navigate without end, at last to /logout" }]);
}, 60_000);
