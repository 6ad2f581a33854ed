/** Exports what `flows coverage --write` adds to the files of scenarios: tables at the positions that walks reach, and walks. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { durationText } from "../language/durations.js";
import { addWalk, differences } from "../scenarios/case-tree.js";
import type { Corpus, Exploration, Position } from "../scenarios/explore.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { type KnownScreens, recordScenario } from "../scenarios/record-scenario.js";
import type { ScenarioOptions } from "../scenarios/run-scenario.js";
import type { Branch, Scenario } from "../scenarios/scenario.js";
import { failuresToTry, failureTable, triedTable } from "../scenarios/tables.js";
import type { Io } from "./io.js";
import { printJson, treeFrom } from "./json-tree.js";
import type { WrittenScenario } from "./scenario-files.js";

/** The date of scenarios that name none. */
const TODAY = "2026-11-21";

/** A walk that covers more, or a table at the end of a walk. */
export interface Found {
  readonly scenario: Scenario;
  readonly screen: string;
  readonly failures?: NonNullable<Branch["failures"]>;
}

/** Makes the tables of each form, and of each call of each action, once. */
export class Tables {
  readonly #done = new Set<string>();
  readonly #common: ReadonlySet<string>;

  constructor(
    readonly exploration: Exploration,
    readonly corpus: Corpus,
    common: readonly string[],
    readonly brands: ReadonlyMap<string, LoadedBundle>,
    readonly options: ScenarioOptions,
    /** Names of tables that the scenarios have already. */
    known: Iterable<string>,
  ) {
    this.#common = new Set(common);
    this.#done = new Set(known);
  }

  static ofCall = (screen: string, operation: string, pressed: string): string => `${screen} ${operation} ${pressed}`;
  static ofForm = (screen: string, form: string): string => `${screen} ${form}`;

  async at(position: Position): Promise<readonly Found[]> {
    const { scenario, screen } = position;
    const brands = [...this.brands].flatMap(([slug, loaded]) => ((scenario.brands?.includes(slug) ?? true) ? [loaded] : []));
    const found = [
      ...this.#loads(position),
      ...(await this.#failures(position, brands)),
      ...(await this.#fields(position, brands)),
      ...this.#timers(position),
    ];
    return found.map((one) => ({ ...one, screen }));
  }

  /** The screen when none of the queries of its own is answered. */
  #loads({ scenario, screen }: Position): readonly Pick<Found, "scenario">[] {
    const queries = Object.values(this.exploration.contentOf(screen)?.data ?? {}).map(({ query }) => query);
    if (scenario.steps.length !== 1 || queries.length === 0 || this.#isDone(`${screen} loads`)) return [];
    const answers = Object.fromEntries(queries.map((query) => [query, { fails: "500.unexpected" }]));
    return [{ scenario: { ...scenario, steps: [{ answers }, ...scenario.steps] } }];
  }

  /** The screen when the time of each of its timers has passed. */
  #timers({ scenario, screen, calls }: Position): readonly Pick<Found, "scenario">[] {
    const timers = Object.entries(this.exploration.contentOf(screen)?.timers ?? {});
    if (calls.length > 0) return [];
    return timers.flatMap(([name, { after, every, limit }]) => {
      if (this.#isDone(`${screen} timer ${name}`)) return [];
      const { durations, polls } = this.exploration.bundle.core;
      const poll = every === undefined ? undefined : polls[every];
      const waits = poll === undefined ? [durations[after ?? ""] ?? 0] : [poll.first, ...(limit === undefined ? [] : [poll.limit ?? 0])];
      return [{ scenario: { ...scenario, steps: [...scenario.steps, ...waits.map((wait) => ({ wait: durationText(wait) }))] } }];
    });
  }

  async #failures({ scenario, screen, calls, pressed }: Position, brands: readonly LoadedBundle[]) {
    const found: Pick<Found, "scenario" | "failures">[] = [];
    for (const operation of new Set(calls)) {
      if (this.#isDone(Tables.ofCall(screen, operation, pressed))) continue;
      const actions = Object.values(this.exploration.actionsOf(screen)).filter(({ call }) => call === operation);
      const names = failuresToTry(this.exploration.outcomes.failures.get(operation) ?? [], this.#common, actions);
      const failures = await failureTable(scenario, operation, names, brands, this.options);
      if (failures !== null) found.push({ scenario, failures });
    }
    return found;
  }

  async #fields({ scenario, screen, forms }: Position, brands: readonly LoadedBundle[]) {
    const found: Pick<Found, "scenario">[] = [];
    for (const form of forms) {
      const [fill] = this.corpus.fillsOf(form.schemaId);
      if (fill === undefined || this.#isDone(Tables.ofForm(screen, form.key))) continue;
      const filled = { ...scenario, steps: [...scenario.steps, { fill }] };
      const tried = await triedTable(filled, form, fill, brands, this.options, TODAY);
      if (tried !== null) found.push({ scenario: { ...filled, steps: [...filled.steps, { try: tried }] } });
    }
    return found;
  }

  #isDone(name: string): boolean {
    if (this.#done.has(name)) return true;
    this.#done.add(name);
    return false;
  }
}

/** Who the depositor of a scenario is, in words. */
function depositorOf({ given = {} }: Scenario, { personas }: ScenarioOptions): string {
  const persona = personas.find(({ name }) => name === given.persona);
  const other = Object.entries(given.state ?? {}).flatMap(([slice, value]) => differences(persona?.state[slice] ?? null, value, slice));
  const [first] = other;
  return `${given.persona ?? "a visitor"}${first === undefined ? "" : `, ${first}${other.length > 1 ? " and more" : ""}`}`;
}

/** The screens that the scenarios have recorded, by brand. */
async function knownScreens(
  scenarios: readonly WrittenScenario[],
  brands: ReadonlyMap<string, LoadedBundle>,
  options: ScenarioOptions,
): Promise<ReadonlyMap<string, KnownScreens>> {
  const known = new Map<string, KnownScreens>([...brands.keys()].map((slug) => [slug, new Set()]));
  for (const { scenario } of scenarios)
    for (const [slug, loaded] of brands)
      if (scenario.brands?.includes(slug) ?? true)
        await recordScenario([{ loaded, known: known.get(slug) as KnownScreens }], scenario, options);
  return known;
}

/** Adds what was found to the file of the journey of its screen. */
export async function writeFound(
  io: Io,
  found: readonly Found[],
  scenarios: readonly WrittenScenario[],
  brands: ReadonlyMap<string, LoadedBundle>,
  slug: string,
  options: ScenarioOptions,
): Promise<void> {
  const known = await knownScreens(scenarios, brands, options);
  const all = [...brands].map(([name, loaded]) => ({ loaded, known: known.get(name) as KnownScreens }));
  const own = { loaded: brands.get(slug) as LoadedBundle, known: known.get(slug) as KnownScreens };
  const texts = new Map<string, { scenarios: Record<string, Scenario> }>();
  for (const { scenario, screen, failures } of found) {
    const file = `flows/scenarios/${own.loaded.bundle.core.screens[screen]?.journey ?? "auth"}.json`;
    const shared = scenario.brands === undefined ? await recordScenario(all, scenario, options) : null;
    const recorded = shared ?? (await recordScenario([own], scenario, options));
    if (recorded === null) continue;
    const content = texts.get(file) ?? (await readFileOf(join(io.root, file)));
    const walk = { ...scenario, ...(shared === null ? { brands: [slug] } : {}), steps: recorded.map(({ step }) => step) };
    addWalk(content.scenarios, `${screen}, ${depositorOf(scenario, options)}`, walk, failures);
    texts.set(file, content);
  }
  for (const [file, content] of texts) await writeFile(join(io.root, file), printJson(treeFrom(content)));
}

/** The file of a journey, or an empty one where it has none. */
async function readFileOf(path: string): Promise<{ scenarios: Record<string, Scenario> }> {
  if (!existsSync(path)) return { scenarios: {} };
  return JSON.parse(await readFile(path, "utf8")) as { scenarios: Record<string, Scenario> };
}
