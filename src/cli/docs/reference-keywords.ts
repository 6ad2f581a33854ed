/** Exports the sections of the reference that the language's schemas describe: every keyword with its description and an example. */
import type { Json } from "../../language/definition.js";
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { anchorOf, type Section } from "./section.js";

/** Files of the language, in the order of the reference. */
const FILES: readonly (readonly [file: string, heading: string, path: string])[] = [
  ["flow.schema.json", "Flow file", "flows/*.flow.json"],
  ["app.schema.json", "App file", "flows/app.flow.json"],
  ["predicates.schema.json", "Predicates file", "flows/predicates.json"],
  ["decisions.schema.json", "Decisions file", "flows/decisions.json"],
  ["values.schema.json", "Values file", "flows/values.json"],
  ["fields.schema.json", "Fields file", "flows/fields.json"],
  ["semantics.schema.json", "Semantics file", "flows/semantics.json"],
  ["brand.schema.json", "Brand file", "flows/brands/*/brand.json"],
  ["overlay-file.schema.json", "Overlay file", "flows/brands/*/overlay.json"],
  ["outcomes.schema.json", "Outcomes file", "flows/outcomes.json"],
  ["invariants.schema.json", "Invariants file", "flows/invariants.json"],
  ["persona.schema.json", "Persona file", "flows/personas/*.json"],
];

/** The file whose definitions have their own sections. */
const SHARED = "flow.schema.json";

/** Definitions that come first: what an author writes most. The others follow in the order of the schema. */
const FIRST = [
  "screen",
  "dataDefinition",
  "body",
  "block",
  "control",
  "controls",
  "actionDefinition",
  "effects",
  "effect",
  "outcomes",
  "timer",
  "wizard",
];

/** The sections of one kind of file. */
export function fileSections(language: Language, has: (file: string) => boolean): readonly Section[] {
  const files = FILES.filter(([file]) => has(`schemas/${file}`));
  const table = files.map(
    ([file, heading, path]) => `| \`${path}\` | [${heading}](#${anchorOf(heading)}) | ${cell(language.file(file).description)} |`,
  );
  return [
    { level: 2, heading: "Files", lines: ["| Path | Keywords | Contents |", "|---|---|---|", ...table] },
    ...files.map(([file, heading, path]): Section => {
      const schema = language.file(file);
      const forms = file === SHARED ? [] : formLines(schema, language);
      return { level: 2, heading, lines: [`\`${path}\`. ${schema.description ?? ""}`, "", ...keywordLines(schema, language), ...forms] };
    }),
  ];
}

/** The forms of a file's entries, which its `$defs` describe. */
function formLines({ $defs = {} }: LanguageSchema, language: Language): string[] {
  return Object.values($defs).flatMap((form) => ["", `${form.title ?? ""}:`, "", ...keywordLines(form, language)]);
}

/** The sections of what several files use: screens, actions, effects, texts. */
export function definitionSections(language: Language): readonly Section[] {
  const { $defs = {} } = language.file(SHARED);
  const rest = Object.keys($defs).filter((name) => !FIRST.includes(name));
  const sections = [...FIRST.filter((name) => Object.hasOwn($defs, name)), ...rest].map((name): Section => {
    const schema = $defs[name] ?? {};
    return {
      level: 3,
      heading: headingOf(name),
      lines: [schema.description ?? "", "", ...example(schema), ...keywordLines(schema, language)],
    };
  });
  return [{ level: 2, heading: "Definitions", lines: ["What the files above are made of."] }, ...sections];
}

/** The sections of the blocks. */
export function blockSections(language: Language): readonly Section[] {
  const sections = language.blocks.map((name): Section => {
    const schema = language.block(name) ?? {};
    return { level: 3, heading: `Block ${name}`, lines: [schema.description ?? "", "", ...keywordLines(schema, language)] };
  });
  return [
    { level: 2, heading: "Blocks", lines: ["A body is made of blocks. `block` names the kind; the other keywords are the kind's own."] },
    ...sections,
  ];
}

/** `actionDefinition` -> `Action definition`. */
function headingOf(name: string): string {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${spaced[0]?.toUpperCase() ?? ""}${spaced.slice(1)}`;
}

/** One line for each keyword, those of inline objects with their path. */
function keywordLines(schema: LanguageSchema, language: Language, path = ""): string[] {
  const { properties = {}, additionalProperties, items, oneOf = [], required = [] } = withoutKeys(schema);
  const lines = Object.entries(properties).flatMap(([keyword, part]) => {
    if (keyword === "$schema") return [];
    const name = `${path}${keyword}`;
    return [keywordLine(name, part, required.includes(keyword), language), ...inside(part, language, name)];
  });
  if (typeof additionalProperties === "object" && path !== "")
    lines.push(...keywordLines(inline(additionalProperties), language, `${path}<name>.`));
  if (typeof additionalProperties === "object" && path === "") lines.push(...mapLines(additionalProperties, language, "<name>"));
  if (items !== undefined) lines.push(...keywordLines(inline(items), language, path.replace(/\.$/, "[].")));
  return [...lines, ...oneOf.flatMap((branch) => keywordLines(inline(branch), language, path))];
}

function mapLines(part: LanguageSchema, language: Language, name: string): string[] {
  return [keywordLine(name, part, false, language), ...inside(part, language, name)];
}

function inside(reference: LanguageSchema, language: Language, name: string): string[] {
  const part = reference.$ref?.startsWith(OWN) ? language.resolve(reference) : reference;
  if (part.$ref !== undefined) return [];
  const { additionalProperties } = withoutKeys(part);
  const own = keywordLines({ ...part, additionalProperties: undefined } as LanguageSchema, language, `${name}.`);
  return typeof additionalProperties === "object" ? [...own, ...insideOf(additionalProperties, language, `${name}.<name>`)] : own;
}

function insideOf(part: LanguageSchema, language: Language, name: string): string[] {
  return part.$ref === undefined ? keywordLines(part, language, `${name}.`) : inside(part, language, name);
}

/** Of a collection only the explicit form: the section on `order` describes the form without `items`. */
function withoutKeys(schema: LanguageSchema): LanguageSchema {
  const isCollection = ["ordered", "body"].includes(schema["x-kind"] ?? "");
  return isCollection ? ({ ...schema, additionalProperties: undefined } as LanguageSchema) : schema;
}

/** The definitions of one file: they have no sections. */
const OWN = "#/definitions/";

/** A reference has its own section. */
function inline(schema: LanguageSchema): LanguageSchema {
  return schema.$ref === undefined ? schema : {};
}

/** A keyword with its own section has its example there, unless the schema gives it another one here. */
function keywordLine(name: string, part: LanguageSchema, required: boolean, language: Language): string {
  const { description, title, examples = [], "x-values": values = [] } = language.resolve(part);
  const type = typeOf(part);
  const notes = [type, ...(required ? ["required"] : [])].filter((note) => note !== "");
  const [first] = type.includes("](#") ? (part.examples ?? []) : examples;
  const oneOf = values.length === 0 ? "" : ` One of ${values.map(code).join(", ")}.`;
  const shown = first === undefined ? "" : ` For example ${code(first)}`;
  return `- \`${name}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}: ${description ?? sentence(title)}${oneOf}${shown}`;
}

const sentence = (title = ""): string => (title === "" ? "" : `${title}.`);

/** The section of a reference, or the type. */
function typeOf({ $ref, type, enum: values, additionalProperties }: LanguageSchema): string {
  if ($ref !== undefined) return sectionLink($ref);
  if (typeof additionalProperties === "object" && additionalProperties.$ref !== undefined)
    return additionalProperties.$ref.startsWith(OWN) ? "object" : `each a ${sectionLink(additionalProperties.$ref)}`;
  if (values !== undefined && values.length < 12) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  return typeof type === "string" ? type : "";
}

function sectionLink(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  return name.endsWith(".json") || reference.startsWith(OWN) ? "" : `[${headingOf(name).toLowerCase()}](#${anchorOf(headingOf(name))})`;
}

function example({ examples = [] }: LanguageSchema): string[] {
  return examples.flatMap((one) => ["```json", JSON.stringify(one, null, 2), "```", ""]);
}

function code(value: Json): string {
  return `\`${JSON.stringify(value)}\``;
}

function cell(text = ""): string {
  return text.replaceAll("|", "\\|");
}
