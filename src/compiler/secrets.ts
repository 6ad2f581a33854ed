/** Exports the checks that keep secrets (passwords, codes, account numbers) out of texts, the state and drafts, for the compiler. */
import type { Origin } from "../language/bundle.js";
import { missingSecret, missingTypeSecret, secretField, secretKept } from "../language/semantic-problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import type { StaticType } from "../language/static-types.js";
import { type Context, type Linker, reportUnlessWaived } from "./compile-context.js";
import { isSecret } from "./form-ui-schema.js";
import type { Semantics } from "./semantics.js";

/** The secrets that a value has, itself or in its fields, by path. */
function secretsIn(type: StaticType, { secret }: Semantics, path = ""): readonly { readonly path: string; readonly name: string }[] {
  const own = [...type.semantics].flatMap((name) => (secret.has(name) ? [{ path, name }] : []));
  const inner = [...type.properties].flatMap(([name, field]) => secretsIn(field, { secret } as Semantics, `${path}.${name}`));
  return [...own, ...inner, ...(type.items === null ? [] : secretsIn(type.items, { secret } as Semantics, `${path}[]`))];
}

/** Reports a secret that a place shows or keeps. `place`: as a message names it. */
export function checkNotSecret(given: StaticType, place: string, at: Origin, path: string | null, context: Context): void {
  for (const found of secretsIn(given, context.linker.semantics))
    reportUnlessWaived(context, at, secretKept(path === null ? null : `${path}${found.path}`, found.name, place));
}

/** Persisted slices and the data that screens pass to each other contain no secrets. */
export function checkState(
  state: StaticType,
  schema: SourceNode | null,
  persisted: readonly string[],
  semantics: Semantics,
  report: Linker["report"],
): void {
  for (const [name, { key }] of entriesOf(childOf(schema, "properties"))) {
    const type = name === "route" ? state.properties.get(name)?.properties.get("state") : state.properties.get(name);
    if (type === undefined || (name !== "route" && !persisted.includes(name))) continue;
    for (const found of secretsIn(type, semantics))
      report(
        key,
        secretKept(`${name}${found.path}`, found.name, name === "route" ? "the history of the browser" : "the storage of the browser"),
      );
  }
}

/** The semantic type of a field by its name; none where `flows/semantics.json` does not list it. */
export function meaningOfField(path: string, { properties }: Semantics): ReadonlySet<string> {
  return properties.get(path.split(/\.|\[\]/).at(-1) ?? "") ?? new Set();
}

/** A field for a secret is secret. `own`: what the field means. */
export function checkSecretField(path: string, field: SourceNode, own: ReadonlySet<string>, context: Context): void {
  const { secret } = context.linker.semantics;
  const [name] = [...own].filter((one) => secret.has(one));
  if (name === undefined || field.partial) return;
  const written = childOf(field, "secret");
  const widget = textOf(childOf(field, "widget"));
  const isKept = !isSecret({ label: "", secret: written !== null && plain(written) === true, ...(widget === null ? {} : { widget }) });
  if (!isKept) return;
  const type = textOf(childOf(field, "type")) ?? "";
  const ofType = written === null ? context.linker.names.fieldTypes.entries.get(type) : undefined;
  const all = [...(context.linker.semantics.fieldTypes.get(type) ?? [])];
  // The type is for this secret only, so that it is the type that lacks the keyword.
  if (ofType !== undefined && all.includes(name) && all.every((one) => secret.has(one)))
    reportUnlessWaived(context, ofType.at, missingTypeSecret(type, all));
  else reportUnlessWaived(context, field.at, missingSecret(path, name));
}

/**
 * Reports a field for a secret whose type is for something else, and returns whether it is. The type would also give the field
 * `secret`, `autocomplete` and error texts: without it, all of them are missing.
 */
export function hasOtherType(path: string, field: SourceNode, context: Context): boolean {
  const { secret, fieldTypes } = context.linker.semantics;
  const [name] = [...meaningOfField(path, context.linker.semantics)].filter((one) => secret.has(one));
  const type = childOf(field, "type");
  if (name === undefined || type === null || field.partial) return false;
  const known = [...fieldTypes].filter(([, types]) => types.has(name)).map(([one]) => one);
  const given = textOf(type) ?? "";
  if (known.length === 0 || known.includes(given)) return false;
  reportUnlessWaived(context, type.at, secretField(path, name, given, known));
  return true;
}
