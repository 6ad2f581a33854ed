/** Exports the names that an overlay may use: the base's, and those that a shipped overlay adds. */
import type { Json } from "../../language/definition.js";
import { isObject, type JsonObject } from "../../language/json.js";
import type { Language } from "../../language/meta-schema.js";
import type { FlowSource } from "../../language/source.js";
import { overlaySections, pathsOf } from "./overlay-sections.js";

/** The sections of an overlay, each with the base that it patches. */
export interface OverlayBase {
  readonly sections: Readonly<Record<string, JsonObject>>;
  /** As `sections`, with the keys that shipped overlays add. */
  readonly known: Readonly<Record<string, JsonObject>>;
  /** Names by the `x-kind` of the keywords that take them. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** The base of every section, and all names. */
export function overlayBase(source: FlowSource, language: Language): OverlayBase {
  const all = Object.entries(overlaySections(source, language));
  const sections = Object.fromEntries(all.map(([keyword, { base }]) => [keyword, base]));
  const known = Object.fromEntries(
    all.map(([keyword, { base, patched }]) => [keyword, patched.reduce<JsonObject>((sum, one) => objectOf(withAdded(sum, one)), base)]),
  );
  return { sections, known, names: namesOf(known, source.files) };
}

/** The base with the keys that a patch adds; the base's own keys are unchanged. */
function withAdded(base: Json, patch: Json | undefined): Json {
  if (!isObject(base) || !isObject(patch)) return base;
  const added = Object.entries(patch).filter(([key, value]) => value !== null && key !== "base" && !Object.hasOwn(base, key));
  const kept = Object.entries(base).map(([key, value]): [string, Json] => [key, withAdded(value, patch[key])]);
  return Object.fromEntries([...kept, ...added]);
}

function namesOf(known: Readonly<Record<string, JsonObject>>, files: FlowSource["files"]): OverlayBase["names"] {
  const app = known.app ?? {};
  const paths = Object.entries(known.screens ?? {}).flatMap(([id, screen]) => pathsOf(id, objectOf(screen)));
  const journeys = [...files].flatMap(([file, text]) =>
    /^flows\/[a-z0-9-]+\.flow\.json$/.test(file) ? ((JSON.parse(text) as { readonly journey?: string }).journey ?? []) : [],
  );
  const operations = [...files].flatMap(([file, text]) =>
    /^flows\/[a-z0-9-]+\.graphql$/.test(file) ? [...text.matchAll(/^(?:query|mutation)\s+(\w+)/gm)].map(([, name]) => name ?? "") : [],
  );
  const state = JSON.parse(files.get("schemas/state.schema.json") ?? "{}") as { readonly properties?: object };
  return {
    predicate: Object.keys(known.predicates ?? {}),
    decision: Object.keys(known.decisions ?? {}),
    namedValue: Object.keys(known.values ?? {}),
    fieldType: Object.keys(objectOf(known.fields?.types)),
    sharedOptions: Object.keys(objectOf(known.fields?.options)),
    screen: Object.keys(known.screens ?? {}),
    wizard: Object.keys(known.wizards ?? {}),
    path: [...new Set(paths)].filter((path) => path.startsWith("/")).sort(),
    journey: journeys,
    duration: Object.keys(objectOf(app.durations)),
    poll: Object.keys(objectOf(app.polls)),
    shell: Object.keys(objectOf(app.shells)),
    gate: Object.keys(objectOf(app.gates)),
    slice: Object.keys(state.properties ?? {}),
    operation: operations.sort(),
  };
}
