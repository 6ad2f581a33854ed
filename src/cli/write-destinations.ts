/** Exports `writeDestinations`, for `flows coverage --write`: where each address takes each persona, as scenarios of `addresses.json`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { presentDestinations, VISITOR } from "../scenarios/destinations.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { type PersonaState, START } from "../scenarios/run-scenario.js";
import type { Destinations, Scenario } from "../scenarios/scenario.js";
import { samplePaths } from "../verifier/transitions/screen-sets.js";
import type { Io } from "./io.js";
import { printJson, treeFrom } from "./json-tree.js";
import type { WrittenScenario } from "./scenario-files.js";

const FILE = "flows/scenarios/addresses.json";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Writes the file anew when an address of a brand is in no scenario. Addresses that lead as with every brand are written once. */
export async function writeDestinations(
  io: Io,
  scenarios: readonly WrittenScenario[],
  brands: ReadonlyMap<string, LoadedBundle>,
  personas: readonly PersonaState[],
): Promise<void> {
  const written = new Set(
    scenarios.flatMap(({ scenario: { steps } }) => steps.flatMap((step) => ("destinations" in step ? Object.keys(step.destinations) : []))),
  );
  const all = new Map([...brands].map(([slug, loaded]) => [slug, destinationsOf(loaded, personas)]));
  const addresses = new Set(
    [...all.values()].flatMap((journeys) => [...journeys.values()].flatMap((destinations) => Object.keys(destinations))),
  );
  if ([...addresses].every((address) => written.has(address))) return;
  const [first] = all.values();
  const found: Record<string, Scenario> = {};
  for (const [journey, destinations] of first ?? []) {
    const shared = Object.fromEntries(
      Object.entries(destinations).filter(([address, own]) => [...all.values()].every((one) => same(one.get(journey)?.[address], own))),
    );
    if (Object.keys(shared).length > 0) found[`Addresses of ${journey}`] = { steps: [{ destinations: shared }] };
    for (const [slug, journeys] of all) {
      const own = Object.fromEntries(Object.entries(journeys.get(journey) ?? {}).filter(([address]) => !Object.hasOwn(shared, address)));
      if (Object.keys(own).length > 0) found[`Addresses of ${journey}, ${slug}`] = { brands: [slug], steps: [{ destinations: own }] };
    }
  }
  const content = treeFrom({ $schema: "../../schemas/scenario.schema.json", scenarios: found });
  await writeFile(join(io.root, FILE), printJson(content));
}

/** By journey, where the addresses of its screens lead every persona. */
function destinationsOf({ bundle: { core } }: LoadedBundle, personas: readonly PersonaState[]): ReadonlyMap<string, Destinations> {
  const names = [VISITOR, ...personas.map(({ name }) => name)];
  const journeys = new Map<string, Destinations>();
  for (const screen of Object.values(core.screens)) {
    const asked = Object.fromEntries(samplePaths(screen).map((address): [string, Destinations[string]] => [address, { [address]: names }]));
    journeys.set(screen.journey, { ...journeys.get(screen.journey), ...presentDestinations(core, asked, personas, START) });
  }
  return journeys;
}
