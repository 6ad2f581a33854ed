/** Exports where a schema declares its properties, by path, for the checks that something uses each of them. */
import { isObject } from "../language/json.js";
import { ITEMS } from "../language/logic-reads.js";
import { childOf, type Entry, entriesOf, plain, type SourceNode } from "../language/source.js";

/** The properties of a schema that are not objects themselves, where they are first written. A reference is not followed. */
export function propertiesOf(schema: SourceNode, prefix = ""): ReadonlyMap<string, Entry> {
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
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = childOf(schema, keyword);
    return list?.kind === "list" ? list.items : [];
  });
  const branches = ["then", "else"].flatMap((keyword) => childOf(schema, keyword) ?? []);
  return [schema, ...[...branches, ...lists].flatMap(partsOf)];
}
