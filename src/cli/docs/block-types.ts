/** Exports the generators of types from the meta-schema: `src/language/blocks.ts` and `src/language/keywords.ts`. */
import { type LanguageSchema, readLanguage } from "../../language/meta-schema.js";
import type { FlowSource } from "../../language/source.js";
import type { Document } from "./document.js";
import { COMPILED, KeywordTypes, pascal, WRITTEN } from "./keyword-types.js";

const HEADER = `/**
 * Exports the types of compiled blocks, for the components that render them. \`npm run flows -- docs\` generates this module
 * from \`schemas/blocks/\`: change the schemas, not this file.
 */`;

/** Types of blocks that `keywords.ts` declares. */
const KEYWORDS = ["Severity"];

/** Keywords of every block are in \`CompiledBlock\`; waivers are the checker's. */
const OF_EVERY_BLOCK = ["block", "when", "waivers"];
/** Keywords of a form that the compiler combines with its data schema. */
const OF_COMPILED_FORMS = ["schema", "fields", "checks"];

const KEYWORDS_HEADER = `/**
 * Exports the types of the language's keywords that code reads. \`npm run flows -- docs\` generates this module from
 * \`schemas/*.schema.json\`: change the schemas, not this file.
 */`;

export function keywordTypesDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const types = new KeywordTypes(language, WRITTEN);
  const { properties: app = {} } = language.file("app.schema.json");
  const { severity, target, effect } = language.file("flow.schema.json").$defs ?? {};
  const entryOf = (keyword: string): LanguageSchema => {
    const { additionalProperties: entry } = app[keyword] ?? {};
    if (typeof entry !== "object") throw new Error(`schemas/app.schema.json has no entries of ${keyword}`);
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
  return { path: "src/language/keywords.ts", text: types.module(KEYWORDS_HEADER, [["./definition.js", ["Json", "LANGUAGE", "Value"]]]) };
}

export function blockTypesDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const types = new KeywordTypes(language, COMPILED, KEYWORDS);
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
    ["./keywords.js", KEYWORDS],
  ]);
  return { path: "src/language/blocks.ts", text };
}
