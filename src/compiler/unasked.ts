/** Exports the check for properties of a form's schema that nobody gives: no field asks for them, and no call sends them. */
import { isObject } from "../language/json.js";
import { ITEMS, overlaps } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, entriesOf, plain, type SourceNode } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { propertyName } from "./schema-paths.js";
import type { Uses } from "./unused.js";

/** Warns of properties that nobody gives. An object without declared properties is for brands: their overlays ask for what is in it. */
export function checkUnasked({ names, report }: Pick<Linker, "names" | "report">, uses: Uses, held: ReadonlySet<string>): void {
  const sent = [...uses.operation].flatMap((name) => names.operations.entries.get(name)?.properties ?? []);
  const used = [...uses.property, ...sent];
  for (const [schemaId, root] of names.forms.entries) {
    if (!uses.schema.has(schemaId) && !held.has(schemaId)) continue;
    const prefix = propertyName(schemaId, "");
    const given = used.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    for (const [path, { key }] of propertiesOf(root))
      if (!given.some((one) => overlaps(one, path))) report(key, problems.unaskedProperty(path, schemaId));
  }
}

/** The properties of a schema that are no objects themselves, where they are first written. A reference is not followed. */
function propertiesOf(schema: SourceNode, prefix = ""): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const part of partsOf(schema))
    for (const [name, entry] of entriesOf(childOf(part, "properties"))) {
      const path = `${prefix}${name}`;
      const inner = childOf(entry.node, "properties") === null ? new Map<string, Entry>() : propertiesOf(entry.node, `${path}.`);
      const items = childOf(entry.node, "items");
      const ofItems = items === null ? new Map<string, Entry>() : propertiesOf(items, `${path}${ITEMS}.`);
      const own: readonly (readonly [string, Entry])[] = inner.size > 0 || ofItems.size > 0 || isFree(entry.node) ? [] : [[path, entry]];
      for (const [each, where] of [...own, ...inner, ...ofItems]) if (!found.has(each)) found.set(each, where);
    }
  return found;
}

/** An object whose properties the schema does not name. */
function isFree(property: SourceNode): boolean {
  const schema = plain(property);
  return isObject(schema) && schema.type === "object" && schema.properties === undefined;
}

/** A schema, and the parts of it that apply to the same value. */
function partsOf(schema: SourceNode): readonly SourceNode[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((word) => {
    const list = childOf(schema, word);
    return list?.kind === "list" ? list.items : [];
  });
  const branches = ["then", "else"].flatMap((word) => childOf(schema, word) ?? []);
  return [schema, ...[...branches, ...lists].flatMap(partsOf)];
}
