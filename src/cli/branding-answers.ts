/** Exports the comparison of the branding that scenarios answer with `brand.json`, for `scenario-files.ts`. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Answer } from "../scenarios/scenario.js";

/** Something that the branding of scenarios and `brand.json` say differently, in one sentence, and its path in the answer. */
export interface DifferentBranding {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * The differences between the branding of scenarios and the file of the brand: the server answers with the
 * institution's own data (D32), and a scenario shows a brand as it is.
 */
export function differentBranding(slug: string, brand: Json, answer: Answer | undefined): readonly DifferentBranding[] {
  if (answer === undefined || !("ok" in answer)) return [];
  return differences(answer.ok, brand, []).map(({ path, answered, declared }) => ({
    path,
    message: `The branding of "${slug}" has "${path.join(".")}" ${JSON.stringify(answered)}, and its brand.json has ${JSON.stringify(declared)}.`,
  }));
}

interface Difference {
  readonly path: readonly string[];
  readonly answered: Json;
  readonly declared: Json;
}

/** Of the fields that both have. */
function differences(answered: Json, declared: Json, path: readonly string[]): readonly Difference[] {
  if (isObject(answered) && isObject(declared))
    return Object.entries(declared).flatMap(([name, value]) => {
      const given = answered[name];
      return given === undefined ? [] : differences(given, value, [...path, name]);
    });
  return answered === declared ? [] : [{ path, answered, declared }];
}
