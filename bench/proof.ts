/** How `flows check` grows: the whole check of definitions in which one thing is doubled, over the shipped ones. */
import { readSource } from "../src/cli/source-files.js";
import type { Json } from "../src/engine/definition.js";
import { compile, type FlowSource, prove } from "../src/engine/index.js";
import { compare, type Result } from "./measure.js";

const BRAND = "harbor";

type Fields = { readonly [key: string]: Json };

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The source with each JSON file that `where` names rewritten. */
function rewritten(source: FlowSource, where: RegExp, change: (file: Fields) => Json): FlowSource {
  const files = [...source.files].map(([name, text]): readonly [string, string] =>
    where.test(name) ? [name, JSON.stringify(change(JSON.parse(text) as Fields))] : [name, text],
  );
  return { files: new Map(files) };
}

/** Every screen a second time, under `/twin`. */
function twinScreens(source: FlowSource): FlowSource {
  return rewritten(source, /^flows\/[a-z-]+\.flow\.json$/, (file) => {
    if (!isFields(file.screens)) return file;
    const twins = Object.entries(file.screens).flatMap(([id, screen]): (readonly [string, Json])[] => {
      if (!isFields(screen)) return [];
      const paths = [screen.path ?? []].flat().filter((path): path is string => typeof path === "string" && path !== "*");
      return [[`twin.${id}`, { ...screen, path: paths.map((path) => `/twin${path}`) }]];
    });
    return { ...file, screens: { ...file.screens, ...Object.fromEntries(twins) } };
  });
}

/** Every predicate a second time, and each screen's guard asks for a twin as well. */
function twinPredicates(source: FlowSource): FlowSource {
  const names = new Set<string>();
  const doubled = rewritten(source, /^flows\/predicates\.json$/, (file) => {
    if (!isFields(file.predicates)) return file;
    for (const name of Object.keys(file.predicates)) names.add(name);
    const twins = Object.entries(file.predicates).map(([name, predicate]) => [`${name}Twin`, predicate] as const);
    return { ...file, predicates: { ...file.predicates, ...Object.fromEntries(twins) } };
  });
  return rewritten(doubled, /^flows\/[a-z-]+\.flow\.json$/, (file) => {
    if (!isFields(file.screens)) return file;
    const asked = Object.entries(file.screens).map(([id, screen]): readonly [string, Json] => {
      if (!isFields(screen) || typeof screen.guard !== "string" || !names.has(screen.guard)) return [id, screen];
      return [id, { ...screen, guard: { and: [screen.guard, `${screen.guard}Twin`] } }];
    });
    return { ...file, screens: Object.fromEntries(asked) };
  });
}

/** Every list of values in the state a second time as long. */
function twinValues(source: FlowSource): FlowSource {
  const longer = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(longer);
    if (!isFields(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key !== "enum" || !Array.isArray(value)) return [key, longer(value)];
        return [key, [...value, ...value.flatMap((each) => (typeof each === "string" ? [`${each}_TWIN`] : []))]];
      }),
    );
  };
  return rewritten(source, /^schemas\/state\.schema\.json$/, longer);
}

/** Compiles and proves; what it finds of the twins does not matter here. */
function check(source: FlowSource): void {
  const { bundle, problems } = compile(source, BRAND);
  if (bundle === null) throw new Error(`The doubled flows do not compile: ${problems[0]?.message ?? ""}`);
  prove(source, BRAND, bundle);
}

export async function proof(): Promise<Result[]> {
  const source = await readSource(process.cwd());
  const doubled: Readonly<Record<string, FlowSource>> = {
    "twice the screens": twinScreens(source),
    "twice the predicates": twinPredicates(source),
    "twice the values of every enum": twinValues(source),
  };
  const results: Result[] = [];
  for (const [name, twice] of Object.entries(doubled)) {
    results.push(
      await compare({
        what: `flows check with ${name}`,
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
