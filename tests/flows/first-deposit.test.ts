/** Tests a brand with another smallest and largest first deposit: it changes one schema, and every text that names them follows. */
import { beforeAll, expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readScenarios } from "../../src/cli/scenario-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { Bundle } from "../../src/language/bundle.js";
import { isObject } from "../../src/language/json.js";
import type { FlowSource } from "../../src/language/source.js";
import { shownLines } from "../../src/scenarios/expectations.js";
import { runScenario, type ScenarioOptions } from "../../src/scenarios/run-scenario.js";
import { BRANDS, bundleOf, ROOT } from "./shipped.js";

/** The pages before the first deposit is saved, and the personas who see them. */
const PAGES = [
  { path: "/login", persona: null },
  { path: "/registration", persona: null },
  { path: "/registration/landing", persona: "new" },
  { path: "/fund-account", persona: "verified" },
];

let source: FlowSource;
let options: ScenarioOptions;
beforeAll(async () => {
  source = await readSource(ROOT);
  options = { ...(await readScenarios(ROOT, BRANDS)), personas: await readPersonas(ROOT) };
});

/** The brand with these limits of the first deposit. */
function withDeposits(slug: string, least: number, most: number): Bundle {
  const file = `flows/brands/${slug}/overlay.json`;
  const own = JSON.parse(source.files.get(file) ?? '{ "language": 2 }') as { readonly schemas?: object };
  const limits = { "x-minimum-amount": least, "x-maximum-amount": most };
  const schemas = { ...own.schemas, "forms/initial-amount.json": { properties: { initial_amount: limits } } };
  const files = new Map([...source.files, [file, JSON.stringify({ ...own, schemas })]]);
  const { bundle, problems } = compile({ files }, slug);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return bundle;
}

async function textsIn(bundle: Bundle): Promise<string> {
  const loaded = await loadBundle(source, bundle);
  const lines: string[] = [];
  const [branding] = options.personas.flatMap(({ state }) => (isObject(state.branding) ? [state.branding] : []));
  // An institution that advertises its rate.
  const state = { branding: { ...branding, product: { apy: "4.08", rate: "4.00", as_of: "2026-11-20" } } };
  for (const { path, persona } of PAGES) {
    const given = persona === null ? { state } : { persona };
    const performed: ScenarioOptions["performed"] = (_step, session) => void lines.push(...shownLines(session));
    const steps = [{ open: path }, { see: { path } }];
    expect(await runScenario(loaded, { given, steps }, { ...options, performed })).toEqual([]);
  }
  return [...new Set(lines)].join("\n");
}

const EVERYWHERE = [
  "$25.00 minimum to open",
  "after your first deposit of $25.00 or more",
  "You can start with $25.",
  "From $25.00 to $5,000.00.",
];
const OWN: Readonly<Record<string, readonly string[]>> = {
  harbor: ["Open with as little as $25"],
  juniper: ["You can start with just $25.", "Any amount from $25 is a good beginning"],
};

it.each(BRANDS)("%s", async (slug) => {
  const texts = await textsIn(withDeposits(slug, 25, 5000));
  for (const text of [...EVERYWHERE, ...(OWN[slug] ?? [])]) expect(texts).toContain(text);
  const shipped = await textsIn(bundleOf(slug));
  expect(texts).toBe(shipped.replaceAll("$100,000.00", "$5,000.00").replace(/\$1(?![\d,]|\.[1-9])/g, "$$25"));
});
