/** Exports the comparison of the answers in scenarios with those that `flows/outcomes.json` declares, for the flow tool. */
import { valueAt } from "../blocks/form-data.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { rootOf } from "../language/logic-reads.js";
import type { Becomes, OutcomesFile } from "../language/outcomes.js";

type Declared = OutcomesFile["operations"][string]["ok"];

/**
 * Why a good answer is none of the declared ones; null where it is one. A path that the answer leaves out is not compared, and
 * a value that a variable of the call gives is any value.
 */
export function undeclaredAnswer(operation: string, ok: Json, declared: Declared): string | null {
  const wrong = Object.values(declared).map(({ becomes }) => Object.entries(becomes).filter(([path, values]) => !allows(ok, path, values)));
  const [fewest = []] = wrong.sort((one, other) => one.length - other.length);
  const [first] = fewest;
  if (first === undefined) return null;
  const [path, values] = first;
  return `${operation} answers with "${path}" ${JSON.stringify(answered(ok, path))}, and flows/outcomes.json declares ${JSON.stringify(values)}.`;
}

/** What an answer writes to a path of the state: an answer without the slice's name is the slice. */
function answered(ok: Json, path: string): Json | undefined {
  const slice = rootOf(path);
  if (isObject(ok) && Object.hasOwn(ok, slice)) return valueAt(ok, path);
  return path === slice ? ok : valueAt(ok, path.slice(slice.length + 1));
}

function allows(ok: Json, path: string, values: readonly Becomes[]): boolean {
  const value = answered(ok, path);
  return value === undefined || values.some((one) => (isObject(one) ? isOfKind(value, one) : one === value));
}

function isOfKind(value: Json, kind: Exclude<Becomes, string | number | boolean | null>): boolean {
  if (!("any" in kind)) return true;
  if (kind.any === "list") return Array.isArray(value);
  return kind.any === "record" ? isObject(value) : typeof value === "string";
}
