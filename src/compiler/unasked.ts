/** Exports the check for properties of a form's schema that never get a value: no field asks for them, and no call sends them. */
import { overlaps } from "../language/logic-reads.js";
import * as problems from "../language/unused-problems.js";
import type { Linker } from "./compile-context.js";
import { propertyName } from "./schema-paths.js";
import type { Uses } from "./unused.js";
import { propertiesOf } from "./written-properties.js";

/** Warns of properties that never get a value. An object without declared properties is for brands, whose overlays ask for its content. */
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
