/**
 * Exports `proof` for `npm run bench`: how `flows check` grows, as the whole check of definitions in which one thing is
 * doubled, over the shipped ones.
 */

import { readSource } from "../src/cli/source-files.js";
import { compile } from "../src/compiler/compile.js";
import type { Json } from "../src/language/definition.js";
import { isObject, type JsonObject } from "../src/language/json.js";
import type { FlowSource } from "../src/language/source.js";
import { analyse } from "../src/verifier/analyse.js";
import { analysisInput } from "../src/verifier/inputs.js";
import { compare, type Result } from "./measure.js";

const BRAND = "harbor";

/** The source with each JSON file that `where` names rewritten. */
function rewritten(source: FlowSource, where: RegExp, change: (file: JsonObject) => Json): FlowSource {
  const files = [...source.files].map(([name, text]): readonly [string, string] =>
    where.test(name) ? [name, JSON.stringify(change(JSON.parse(text) as JsonObject))] : [name, text],
  );
  return { files: new Map(files) };
}

/** Every screen that belongs to no wizard a second time, under `/twin`: the steps of a wizard name its pages. */
function twinScreens(source: FlowSource): FlowSource {
  return rewritten(source, /^flows\/[a-z-]+\.flow\.json$/, (file) => {
    if (!isObject(file.screens)) return file;
    const twins = Object.entries(file.screens).flatMap(([id, screen]): (readonly [string, Json])[] => {
      if (!isObject(screen)) return [];
      // Without `path`, a screen has its id as path; the screen of all other paths needs no twin.
      const paths = [screen.path ?? `/${id.replaceAll(".", "/")}`]
        .flat()
        .filter((path): path is string => typeof path === "string" && path !== "*");
      if (paths.length === 0 || JSON.stringify(screen).includes('"step"')) return [];
      return [[`twin.${id}`, { ...screen, path: paths.map((path) => `/twin${path}`) }]];
    });
    return { ...file, screens: { ...file.screens, ...Object.fromEntries(twins) } };
  });
}

/** Every predicate a second time, and each screen's guard asks for a twin as well. */
function twinPredicates(source: FlowSource): FlowSource {
  const names = new Set<string>();
  const doubled = rewritten(source, /^flows\/predicates\.json$/, (file) => {
    if (!isObject(file.predicates)) return file;
    for (const name of Object.keys(file.predicates)) names.add(name);
    const twins = Object.entries(file.predicates).map(([name, predicate]) => [`${name}Twin`, predicate] as const);
    return { ...file, predicates: { ...file.predicates, ...Object.fromEntries(twins) } };
  });
  return rewritten(doubled, /^flows\/[a-z-]+\.flow\.json$/, (file) => {
    if (!isObject(file.screens)) return file;
    const asked = Object.entries(file.screens).map(([id, screen]): readonly [string, Json] => {
      if (!isObject(screen) || typeof screen.guard !== "string" || !names.has(screen.guard)) return [id, screen];
      return [id, { ...screen, guard: { and: [screen.guard, `${screen.guard}Twin`] } }];
    });
    return { ...file, screens: Object.fromEntries(asked) };
  });
}

/** Values of the state that are one of a list: the paths that a predicate reads them by. What is in a list of records is not among them. */
function enumsIn(schema: Json, path: string): readonly (readonly [string, readonly Json[]])[] {
  if (!isObject(schema)) return [];
  const own: readonly (readonly [string, readonly Json[]])[] = Array.isArray(schema.enum) ? [[path, schema.enum as readonly Json[]]] : [];
  const below = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [...own, ...below.flatMap(([name, part]) => enumsIn(part, path === "" ? name : `${path}.${name}`))];
}

/** Every list of values in the state a second time as long, and a predicate for each value that is new: otherwise no predicate would distinguish it. */
function twinValues(source: FlowSource): FlowSource {
  const twin = (value: Json): readonly Json[] => (typeof value === "string" ? [`${value}_TWIN`] : []);
  const longer = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(longer);
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === "enum" && Array.isArray(value) ? [...value, ...value.flatMap(twin)] : longer(value),
      ]),
    );
  };
  const predicates = enumsIn(JSON.parse(source.files.get("schemas/state.schema.json") ?? "{}") as Json, "").flatMap(([path, values]) =>
    values.flatMap(twin).map((value): Json => ({ description: "One of the new values.", logic: { "===": [{ var: path }, value] } })),
  );
  const more = Object.fromEntries(predicates.map((predicate, index) => [`twin${index}`, predicate]));
  const distinguished = rewritten(source, /^flows\/predicates\.json$/, (file) =>
    isObject(file.predicates) ? { ...file, predicates: { ...file.predicates, ...more } } : file,
  );
  return rewritten(distinguished, /^schemas\/state\.schema\.json$/, longer);
}

/** A file whose text each check changes by a line break: the results of the same texts are kept. */
const CHANGED = "flows/app.flow.json";
let checks = 0;

/**
 * Compiles and proves, without the results and the state space of the check before; what it finds of the twins does not matter
 * here, but that it was proven does.
 */
function check(unchanged: FlowSource): bigint {
  checks += 1;
  const source = { files: new Map(unchanged.files).set(CHANGED, (unchanged.files.get(CHANGED) ?? "") + "\n".repeat(checks)) };
  const { bundle, problems } = compile(source, BRAND);
  if (bundle === null) throw new Error(`The doubled flows do not compile: ${problems[0]?.message ?? ""}`);
  const { states, findings: found } = analyse(analysisInput(source, BRAND, bundle, compile));
  if (states === 0n) throw new Error(`The doubled flows are not proven: ${found[0]?.message ?? ""}`);
  return states;
}

const kinds = (states: bigint): string => Number(states).toExponential(1);

export async function proof(): Promise<Result[]> {
  const source = await readSource(process.cwd());
  const doubled: Readonly<Record<string, FlowSource>> = {
    "twice the screens outside of wizards": twinScreens(source),
    "twice the predicates": twinPredicates(source),
    "twice the values of every enum": twinValues(source),
  };
  const results: Result[] = [];
  for (const [name, twice] of Object.entries(doubled)) {
    results.push(
      await compare({
        what: `flows check with ${name} (${kinds(check(twice))} state classes; the shipped flows: ${kinds(check(source))})`,
        unit: "check",
        ours: { name, run: () => check(twice) },
        peer: { name: "the shipped flows", run: () => check(source) },
        count: 1,
        turns: 5,
      }),
    );
  }
  return results;
}
