/** Exports the generators of types from the meta-schema: `src/language/blocks.ts` and `src/language/words.ts`. */
import { type LanguageSchema, readLanguage } from "../../language/meta-schema.js";
import type { FlowSource } from "../../language/source.js";
import type { Document } from "./document.js";
import { COMPILED, pascal, WordTypes, WRITTEN } from "./word-types.js";

const HEADER = `/**
 * Exports the types of compiled blocks, for the components that render them. \`npm run flows -- docs\` generates this module
 * from \`schemas/blocks/\`: change the schemas, not this file.
 */`;

/** Types of blocks that `words.ts` declares. */
const WORDS = ["Severity"];

/** Words of every block are in \`CompiledBlock\`; waivers are the checker's. */
const OF_EVERY_BLOCK = ["block", "when", "waivers"];
/** Words of a form that the compiler combines with its data schema. */
const OF_COMPILED_FORMS = ["schema", "fields", "checks"];

const WORDS_HEADER = `/**
 * Exports the types of the language's words that code reads. \`npm run flows -- docs\` generates this module from
 * \`schemas/*.schema.json\`: change the schemas, not this file.
 */`;

export function wordTypesDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const types = new WordTypes(language, WRITTEN);
  const { properties: app = {} } = language.file("app.schema.json");
  const { severity, target, effect } = language.file("flow.schema.json").$defs ?? {};
  const entryOf = (word: string): LanguageSchema => {
    const { additionalProperties: entry } = app[word] ?? {};
    if (typeof entry !== "object") throw new Error(`schemas/app.schema.json has no entries of ${word}`);
    return entry;
  };
  if (severity === undefined || target === undefined || effect === undefined)
    throw new Error("schemas/flow.schema.json defines no effects");
  types.enumerate("Severity", severity);
  types.declare("Target", target);
  types.declare("Effect", effect);
  types.declare("FormatsDefinition", app.formats ?? {});
  types.declare("ShellDefinition", entryOf("shells"));
  types.declare("MonitorDefinition", entryOf("monitors"));
  types.declare("BrandFile", language.file("brand.schema.json"));
  return { path: "src/language/words.ts", text: types.module(WORDS_HEADER, [["./definition.js", ["Json", "LANGUAGE", "Value"]]]) };
}

export function blockTypesDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const types = new WordTypes(language, COMPILED, WORDS);
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
    ["./words.js", WORDS],
  ]);
  return { path: "src/language/blocks.ts", text };
}
