/** What may stand beyond the state when something is done: what was typed, the item, answers. Tried one after another. */
import type { Json } from "../../language/definition.js";
import type { Mutable } from "../abstraction/witness.js";
import { put } from "../abstraction/witness.js";

/** By name: `form`, `item`, `data`, `result`, `error`. */
export type World = { readonly [name: string]: Json };

const READ = /"var":\s*\[?\s*"((?:form|item|data|result|error)(?:\.[^"]*)?)"/g;
const USUAL: readonly Json[] = ["x", null, true, false, 1, 0];
/** What may be tried, and whether there is more that is not. */
export interface Worlds {
  readonly tried: Iterable<World>;
  readonly cut: boolean;
}

function literalsIn(node: unknown, found: Set<Json>): void {
  if (Array.isArray(node)) for (const part of node as readonly unknown[]) literalsIn(part, found);
  else if (typeof node === "object" && node !== null) {
    for (const [key, part] of Object.entries(node)) if (key !== "var" && key !== "at") literalsIn(part, found);
  } else if (typeof node === "string" || typeof node === "number") found.add(node);
}

function worldOf(values: readonly (readonly [string, Json])[]): World {
  const world: Mutable = {};
  for (const [path, value] of [...values].sort(([a], [b]) => a.length - b.length)) put(world, path, value);
  return world as World;
}

/** Worlds for what reads beyond the state: `conditions` decide, in the rest values are only passed on. At most `most` of them. */
export function worldsFor(conditions: readonly unknown[], rest: readonly unknown[], most: number): Worlds {
  const readIn = (nodes: readonly unknown[]): readonly string[] => [
    ...new Set([...JSON.stringify(nodes).matchAll(READ)].map(([, path = ""]) => path)),
  ];
  const deciding = readIn(conditions);
  const all = [...new Set([...deciding, ...readIn(rest)])];
  const literals = new Set<Json>(USUAL);
  literalsIn(conditions, literals);
  const values = [...literals];
  const ways = deciding.length === 0 ? 0 : values.length ** deciding.length;
  function* tried(): Generator<World> {
    for (const value of all.length === 0 ? [null] : USUAL) yield worldOf(all.map((path) => [path, value]));
    for (const other of ["x", null]) {
      for (let way = 0; way < Math.min(most, ways); way += 1) {
        let left = way;
        const own = deciding.map((path): [string, Json] => {
          const value = values[left % values.length] ?? null;
          left = Math.floor(left / values.length);
          return [path, value];
        });
        yield worldOf([...all.filter((path) => !deciding.includes(path)).map((path): [string, Json] => [path, other]), ...own]);
      }
    }
  }
  return { tried: tried(), cut: ways > most };
}
