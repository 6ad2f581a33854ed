/** Exports the generator of `src/language/blocks.ts`: the types of compiled blocks, from `schemas/blocks/*.json`. */
import { readLanguage } from "../../language/meta-schema.js";
import type { FlowSource } from "../../language/source.js";
import type { Document } from "./document.js";
import { pascal, WordTypes } from "./word-types.js";

const HEADER = `/**
 * Exports the types of compiled blocks, for the components that render them. \`npm run flows -- docs\` generates this module
 * from \`schemas/blocks/\`: change the schemas, not this file.
 */`;

/** Words of every block are in \`CompiledBlock\`; waivers are the checker's. */
const OF_EVERY_BLOCK = ["block", "when", "waivers"];
/** Words of a form that the compiler combines with its data schema. */
const OF_COMPILED_FORMS = ["schema", "fields", "checks"];

export function blockTypesDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const types = new WordTypes(language);
  for (const name of language.blocks) {
    const schema = language.block(name);
    if (schema === null) throw new Error(`schemas/blocks/${name}.json is missing`);
    const form = schema["x-kind"] === "form";
    types.declare(`${pascal(name)}Block`, schema, form ? ["CompiledBlock", "CompiledForm"] : ["CompiledBlock"], [
      ...OF_EVERY_BLOCK,
      ...(form ? OF_COMPILED_FORMS : []),
    ]);
  }
  const text = types.module(HEADER, [
    ["./bundle.js", ["CompiledBlock", "CompiledForm", "CompiledOrdered", "CompiledPredicate", "Prose", "Text"]],
    ["./definition.js", ["Value"]],
  ]);
  return { path: "src/language/blocks.ts", text };
}
