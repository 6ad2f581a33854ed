/** Exports the findings about a form's schema by itself, for the compiler. */
import type { Json } from "./definition.js";
import { type Finding, finding, orNearest } from "./problems.js";
import { nearest } from "./suggest.js";

export const rangeCrossed = (least: string, low: number | string, most: string, high: number | string): Finding =>
  finding("number-order", `"${least}" ${low} is above "${most}" ${high}: no value is ever valid`);
export const patternSyntax = (what: string): Finding => finding("invalid-schema", `Not a regular expression: ${what}`);
export const patternBackslash = (written: string): Finding =>
  finding(
    "invalid-schema",
    `This pattern requires a backslash before "${written}", which nobody types: in JSON, write two backslashes for the one of a regular expression, not four`,
  );
export const valueRefused = (refused: string, value: Json, keyword: string): Finding =>
  finding("schema-contradiction", `${JSON.stringify(value)} is the value of "${refused}", but "${keyword}" beside it rejects it`);
export const keywordIdle = (keyword: string, types: readonly string[]): Finding =>
  finding("schema-contradiction", `"${keyword}" has no effect here: it does not apply to a value of the type ${types.join(" or ")}`);
export const requiredUnknown = (name: string, known: readonly string[]): Finding =>
  finding("unknown-name", `"required" names "${name}", which is not a property here${orNearest(name, known)}`);
export const requiredInOptional = (name: string): Finding =>
  finding(
    "schema-contradiction",
    `"${name}" may be missing, and then nothing here is required; add it to the "required" of the object around it`,
  );
export const tickedAlready = (): Finding =>
  finding("schema-contradiction", "This box for consent is checked from the start, so nobody consents by checking it: remove the default");
export const unknownLimit = (keyword: string, property: string, schema: string, known: readonly string[]): Finding =>
  finding("unknown-name", `"${property}" of schemas/${schema} has no number "${keyword}"${orNearest(keyword, known)}`);
/** A file under `schemas/` that nothing reads: of a wrong folder, or of a wrong ending. */
export const schemaUnread = (file: string): Finding => {
  const [, folder = "", name = file] = /^schemas\/([^/]+)\/(.+)$/.exec(file) ?? [];
  const meant = nearest(folder, ["blocks", "forms"]);
  const advice = meant === null || !name.endsWith(".json") ? "" : `; did you mean "schemas/${meant}/${name}"?`;
  return finding("file-name", `Nothing reads this file: schemas are NAME.json in schemas, schemas/forms or schemas/blocks${advice}`);
};
export const otherId = (id: string, file: string): Finding =>
  finding("id-mismatch", `The "$id" "${id}" must be its own file's name under schemas/, "${file}"`);
