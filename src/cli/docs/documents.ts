/** Exports the list of generated documents, for `flows docs`: each generator reads the source files and returns documents. */
import { RecentResults } from "../../language/recent-results.js";
import type { FlowSource } from "../../language/source.js";
import { blockTypesDocument, keywordTypesDocument } from "./block-types.js";
import type { Document } from "./document.js";
import { overlaySchemaDocument } from "./overlay-schema.js";
import { referenceDocument } from "./reference.js";
import { RULES_FOLDER, ruleDocuments } from "./rule-pages.js";

export type Generator = (source: FlowSource) => readonly Document[];

/** Every generator. To generate a further document, add its generator here. */
const GENERATORS: readonly Generator[] = [
  (source) => [referenceDocument(source)],
  (source) => [overlaySchemaDocument(source)],
  (source) => [keywordTypesDocument(source), blockTypesDocument(source)],
  ruleDocuments,
];

/** Folders that contain generated documents only. */
export const GENERATED_FOLDERS: readonly string[] = [RULES_FOLDER];

/** The documents do not depend on a brand. */
const ALL_BRANDS = "";

const recent = new RecentResults<readonly Document[]>();

/** All generated documents, current with a source. */
export function generatedDocuments(source: FlowSource): readonly Document[] {
  return recent.of(source, ALL_BRANDS, () => GENERATORS.flatMap((generate) => generate(source)));
}
