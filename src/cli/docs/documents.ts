/** Exports the list of generated documents, for `flows docs`: each generator reads the source files and returns documents. */
import type { FlowSource } from "../../language/source.js";
import { blockTypesDocument, wordTypesDocument } from "./block-types.js";
import type { Document } from "./document.js";
import { overlaySchemaDocument } from "./overlay-schema.js";
import { referenceDocument } from "./reference.js";
import { RULES_FOLDER, ruleDocuments } from "./rule-pages.js";

export type Generator = (source: FlowSource) => readonly Document[];

/** Every generator. To generate a further document, add its generator here. */
const GENERATORS: readonly Generator[] = [
  (source) => [referenceDocument(source)],
  (source) => [overlaySchemaDocument(source)],
  (source) => [wordTypesDocument(source), blockTypesDocument(source)],
  ruleDocuments,
];

/** Folders that contain generated documents only. */
export const GENERATED_FOLDERS: readonly string[] = [RULES_FOLDER];

/** All generated documents, current with a source. */
export function generatedDocuments(source: FlowSource): readonly Document[] {
  return GENERATORS.flatMap((generate) => generate(source));
}
