/**
 * Tests brands without a feature: the overlay removes the feature's screens and what `flows check` names, the result is proven, and
 * no screen that remains shows a control that leads to the feature or a text that names it. `npm test` has one feature and all
 * of them at once, `npm run test:full` the others.
 */
import { describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { shownScreen } from "../../src/cli/visible-screen.js";
import { compile } from "../../src/compiler/compile.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { isObject, type JsonObject } from "../../src/language/json.js";
import type { FlowSource } from "../../src/language/source.js";
import { prove } from "../../src/verifier/prove.js";
import { partOf, sample } from "../support/part.js";
import { FEATURES, type Feature } from "./removed-features.js";
import { NOW } from "./screen-walk.js";
import { PERSONAS, ROOT } from "./shipped.js";

const SLUG = "harbor";
const OVERLAY = `flows/brands/${SLUG}/overlay.json`;
const BRAND = `flows/brands/${SLUG}/brand.json`;
/** A finding about what leads to a removed screen, and the patch that it names. */
const ADVICE = /^"[^"]+" is removed here, and flows\/\S+:\d+.* leads? to it: remove that as well, with (.*), or change it$/;

const shipped = await readSource(ROOT);

const merged = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, value]) => {
      const before = one[key];
      return [key, isObject(before) && isObject(value) ? merged(before, value) : value];
    }),
  ),
});

function withOverlay(overlay: JsonObject, brand: JsonObject = {}): FlowSource {
  const file = JSON.parse(shipped.files.get(BRAND) ?? "{}") as JsonObject;
  const files = [...shipped.files, [OVERLAY, JSON.stringify(overlay)], [BRAND, JSON.stringify({ ...file, ...brand })]] as const;
  return { files: new Map(files) };
}

const errorsOf = (source: FlowSource) => compile(source, SLUG).problems.filter(({ severity }) => severity === "error");

/** The overlay with these patches, and with everything that the findings about them name. */
function completed(patches: JsonObject, brand: JsonObject = {}): JsonObject {
  const first: JsonObject = { language: 2, ...patches };
  const found = errorsOf(withOverlay(first, brand));
  const advice = found.map(({ message }) => ADVICE.exec(message)?.[1] ?? `not an advice: ${message}`);
  return advice.map((patch) => JSON.parse(`{${patch}}`) as JsonObject).reduce(merged, first);
}

function bundleOf(source: FlowSource): Bundle {
  const { bundle } = compile(source, SLUG);
  if (bundle === null)
    throw new Error(
      errorsOf(source)
        .map(({ message }) => message)
        .join("\n"),
    );
  return bundle;
}

/** The texts in a view: what begins with a capital letter or has several words. */
function textsIn(view: Json): readonly string[] {
  if (typeof view === "string") return /^[A-Z]|\s/.test(view) ? [view] : [];
  return typeof view === "object" && view !== null ? Object.values(view).flatMap(textsIn) : [];
}

/** What the depositors of the bank read, by the screens that open for them. */
function readBy({ core, journeys }: Bundle, { users, brand }: Feature): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  const personas = Object.entries(PERSONAS).filter(([name]) => !users.test(name));
  for (const state of [...personas.map(([, persona]) => persona.state), {}]) {
    const branding = { ...(core.initial.branding as object), ...(state.branding as object | undefined), ...brand };
    const full = { ...core.initial, ...state, branding } as typeof core.initial;
    for (const { id, journey, paths } of Object.values(core.screens)) {
      const content = journeys[journey]?.screens[id];
      const resolution = resolve(core, full, { pathname: paths[0] ?? "", search: "", state: null }, NOW);
      if (content === undefined || resolution.screen !== id) continue;
      const scope = scopeOf(full, NOW, resolution.route, { data: {}, failed: {} });
      const { body } = shownScreen(core, content, resolution, scope) as { readonly body: Json };
      const texts = [resolution.title, ...resolution.nav.map(({ label }) => label), ...textsIn(body)];
      read.set(id, new Set([...(read.get(id) ?? []), ...texts]));
    }
  }
  return read;
}

/** The places of a bundle's texts, controls and decisions that match. */
function placesOf(value: unknown, pattern: RegExp, path = ""): readonly string[] {
  if (typeof value === "string") return pattern.test(JSON.stringify(value)) ? [`${path}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, pattern, `${path}.${key}`));
}

describe.each(sample(Object.entries(FEATURES), Object.keys(FEATURES).length))("a bank without %s", (_name, feature) => {
  const { removes, brand, texts = {}, paths, words } = feature;

  it("learns in one run what else to remove, and is proven", { timeout: 300_000 }, () => {
    const overlay = completed({ screens: removes }, brand);
    expect(Object.keys(overlay).length).toBeGreaterThan(1);
    const source = withOverlay(overlay, brand);
    expect(prove(source, SLUG, bundleOf(source), compile).findings).toEqual([]);
  });

  it("shows no control that leads there and no text that names it", () => {
    const before = bundleOf(withOverlay({ language: 2 }, brand));
    const without = bundleOf(withOverlay(merged(completed({ screens: removes }, brand), { screens: texts }), brand));
    const linked = ({ journeys, core }: Bundle) => placesOf({ journeys, routes: [core.decisions, core.gates, core.navigation] }, paths);
    expect(linked(before)).not.toEqual([]);
    expect(linked(without)).toEqual([]);
    const named = (read: ReturnType<typeof readBy>) =>
      [...read].flatMap(([id, all]) => [...all].filter((text) => words.test(text)).map((text) => `${id}: ${text}`));
    const [readBefore, read] = [readBy(before, feature), readBy(without, feature)];
    expect(named(readBefore)).not.toEqual([]);
    expect(named(read)).toEqual([]);
    expect(read.size).toBeGreaterThan(40);
  });
});

/** Whether a screen is removed by its id or by a pattern. */
const isRemoved = (id: string, removes: JsonObject): boolean =>
  Object.keys(removes).some((key) => key === id || (key.endsWith(".**") && `${id}.`.startsWith(key.slice(0, -2))));

if (partOf() === "representative") {
  it("a bank without any of them is proven", { timeout: 300_000 }, () => {
    // An account is linked in one of the two ways.
    const { "linking by the login at the other bank": _kept, ...others } = FEATURES;
    const all = Object.values(others);
    const removes = all.map((feature) => feature.removes).reduce(merged);
    const brand = all.map((feature) => feature.brand ?? {}).reduce(merged);
    const texts = all.map((feature) => feature.texts ?? {}).reduce(merged);
    const kept = Object.fromEntries(Object.entries(texts).filter(([id]) => !isRemoved(id, removes)));
    const source = withOverlay(merged(completed({ screens: removes }, brand), { screens: kept }), brand);
    expect(prove(source, SLUG, bundleOf(source), compile).findings).toEqual([]);
  });
} else {
  /** Two invariants and a row of a decision are about this page alone. */
  it("a bank that does not ask for the joint holder's occupation learns of the decision's row, and is proven", { timeout: 300_000 }, () => {
    const overlay = completed({ wizards: { joint: { steps: { occupation: null } } } });
    expect(overlay.decisions).toEqual({ continueJoint: { rows: { occupation: null } } });
    const source = withOverlay(overlay);
    expect(prove(source, SLUG, bundleOf(source), compile).findings).toEqual([]);
  });
}
