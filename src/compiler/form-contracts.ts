/** Exports the rules with which the gateway validates the data of each form: its schema, and the checks that every use of the form has. */
import type { BundleJourney, CompiledCheck, CompiledForm, FormContract, ScreenContent, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { canonical } from "../language/hash.js";

export function contractsOf(
  schemas: Readonly<Record<string, Json>>,
  journeys: Readonly<Record<string, BundleJourney>>,
): Readonly<Record<string, FormContract>> {
  const forms = Object.values(journeys).flatMap(({ screens }) => Object.values(screens).flatMap(({ body }) => formsOf(body)));
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, { schema, checks: shared(forms.filter(({ schemaId }) => schemaId === id)) }]),
  );
}

/** A form block: its form, and the fields in which a value is typed again. */
type FormBlock = CompiledForm & { readonly matches?: Readonly<Record<string, { readonly field: string; readonly error: Text }>> };

/** By the body, which most screens keep in the next compilation. */
const known = new WeakMap<ScreenContent["body"], readonly CompiledForm[]>();

function formsOf(body: ScreenContent["body"]): readonly CompiledForm[] {
  const forms = known.get(body) ?? formsIn(body);
  known.set(body, forms);
  return forms;
}

function formsIn(node: unknown): readonly CompiledForm[] {
  if (typeof node !== "object" || node === null) return [];
  if ("schemaId" in node && typeof node.schemaId === "string") {
    const form = node as FormBlock;
    return [{ ...form, checks: [...(form.checks ?? []), ...equalities(form)] }];
  }
  return Object.values(node).flatMap(formsIn);
}

/** A check for each field in which a value is typed again. */
function equalities({ matches = {} }: FormBlock): readonly CompiledCheck[] {
  return Object.entries(matches).map(([path, { field, error }]) => {
    const [again, first] = [`form.${path}`, `form.${field}`];
    return {
      key: path,
      when: { "!==": [{ var: again }, null] },
      require: { "===": [{ var: again }, { var: first }] },
      field: path,
      error,
      reads: [again, first],
      local: true,
    };
  });
}

/** The gateway cannot see which screen sent the data: a check of only one screen would reject the data of the others. */
function shared([first, ...others]: readonly CompiledForm[]): readonly CompiledCheck[] {
  return (first?.checks ?? []).filter(
    (check) => check.local && others.every(({ checks = [] }) => checks.some((other) => checkKey(other) === checkKey(check))),
  );
}

const checkKey = ({ when = true, require, field }: CompiledCheck): string => canonical([when, require, field]);
