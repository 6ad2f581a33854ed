/** Exports the names that an overlay may use: the base's, and those that a shipped overlay adds. */
import type { FlowSource } from "../../language/source.js";

/** A JSON value of a source file. */
export type Value = null | boolean | number | string | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [key: string]: Value;
}

/** The sections of an overlay, each with the base that it patches. */
export interface OverlayBase {
  readonly sections: Readonly<Record<string, ValueObject>>;
  /** As `sections`, with the keys that shipped overlays add. */
  readonly known: Readonly<Record<string, ValueObject>>;
  /** Names by the `x-kind` of the words that take them. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const APP = "flows/app.flow.json";

export function isObject(value: Value | undefined): value is ValueObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const objectOf = (value: Value | undefined): ValueObject => (isObject(value) ? value : {});

/** The base of every section, and all names. */
export function overlayBase({ files }: FlowSource): OverlayBase {
  const read = (file: string): ValueObject => objectOf(JSON.parse(files.get(file) ?? "{}") as Value);
  const flows = [...files.keys()].filter((file) => /^flows\/[a-z0-9-]+\.flow\.json$/.test(file) && file !== APP).map(read);
  const schemas = [...files.keys()].flatMap((file) => /^schemas\/((?:forms\/)?[a-z0-9-]+\.json)$/.exec(file)?.[1] ?? []);
  const section = (file: string, word: string): ValueObject => objectOf(read(file)[word]);
  const inFlows = (word: string): ValueObject => Object.assign({}, ...flows.map((flow) => objectOf(flow[word]))) as ValueObject;
  const sections: Record<string, ValueObject> = {
    app: withoutHeader(read(APP)),
    predicates: section("flows/predicates.json", "predicates"),
    decisions: section("flows/decisions.json", "decisions"),
    values: section("flows/values.json", "values"),
    fields: withoutHeader(read("flows/fields.json")),
    screens: inFlows("screens"),
    wizards: inFlows("wizards"),
    schemas: Object.fromEntries(schemas.map((name) => [name, read(`schemas/${name}`)])),
  };
  const overlays = [...files.keys()].filter((file) => /^flows\/brands\/[a-z0-9-]+\/overlay\.json$/.test(file)).map(read);
  const known = Object.fromEntries(
    Object.entries(sections).map(([word, base]) => [
      word,
      overlays.reduce<ValueObject>((all, overlay) => objectOf(withAdded(all, overlay[word])), base),
    ]),
  );
  return { sections, known, names: namesOf(known, flows, files) };
}

function withoutHeader({ $schema: _schema, language: _language, ...rest }: ValueObject): ValueObject {
  return rest;
}

/** The base with the keys that a patch adds; what the base has stays as it is. */
function withAdded(base: Value, patch: Value | undefined): Value {
  if (!isObject(base) || !isObject(patch)) return base;
  const added = Object.entries(patch).filter(([key, value]) => value !== null && key !== "base" && !Object.hasOwn(base, key));
  const kept = Object.entries(base).map(([key, value]): [string, Value] => [key, withAdded(value, patch[key])]);
  return Object.fromEntries([...kept, ...added]);
}

function namesOf(
  known: Readonly<Record<string, ValueObject>>,
  flows: readonly ValueObject[],
  files: FlowSource["files"],
): OverlayBase["names"] {
  const app = known.app ?? {};
  const screens = Object.values(known.screens ?? {}).map(objectOf);
  const paths = screens.flatMap(({ path }) => (Array.isArray(path) ? (path as readonly Value[]) : [path ?? ""]));
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
    path: [...new Set(paths.map(String))].filter((path) => path.startsWith("/")).sort(),
    journey: flows.map(({ journey }) => String(journey)),
    duration: Object.keys(objectOf(app.durations)),
    poll: Object.keys(objectOf(app.polls)),
    shell: Object.keys(objectOf(app.shells)),
    gate: Object.keys(objectOf(app.gates)),
    slice: Object.keys(state.properties ?? {}),
    operation: operations.sort(),
  };
}
