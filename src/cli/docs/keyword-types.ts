/** Exports TypeScript types of the language's keywords as the compiler emits them, for the generated modules of `src/language`. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";

/** Types by `x-kind`; each other kind is what its schema declares. */
export type KindTypes = Readonly<Record<string, string>>;

/** The types that the compiler emits. */
export const COMPILED: KindTypes = {
  predicate: "CompiledPredicate",
  condition: "Value",
  value: "Value",
  template: "Value",
  text: "Text",
  markdown: "Prose",
  message: "Text | { readonly var: string }",
  dynamicPath: "string | { readonly var: string }",
  body: "readonly CompiledBlock[]",
  // A control that goes to a target raises an action that does.
  target: "string",
};

/** The types that an author writes and that code reads. */
export const WRITTEN: KindTypes = {
  predicate: "Json",
  value: "Value",
  template: "Value",
  text: "Json",
  message: "Json",
  dynamicPath: "string | { readonly var: string }",
  language: "typeof LANGUAGE",
  target: "string | Target",
};

/** Kinds of keywords that the compiler reads, and that no bundle has. */
const READ_BY_COMPILER: ReadonlySet<string> = new Set(["wizardStep"]);

const WIDTH = 140;

export const pascal = (name: string): string => name.replace(/(?:^|[-_.])(\w)/g, (_part, letter: string) => letter.toUpperCase());

/** Declarations under construction: interfaces and enumerations by name. */
export class KeywordTypes {
  readonly #declarations = new Map<string, string>();

  /** `declared`: the shared types that another module declares. */
  constructor(
    readonly language: Language,
    readonly kinds: KindTypes,
    readonly declared: readonly string[] = [],
  ) {}

  /** Declares an interface for an object. `leftOut`: its keywords that the bundle has elsewhere. */
  declare(name: string, schema: LanguageSchema, bases: readonly string[] = [], leftOut: readonly string[] = []): void {
    // Before its keywords: they may refer to it.
    this.#declarations.set(name, "");
    const keywords = this.#keywords(schema).filter(([keyword]) => !leftOut.includes(keyword));
    const lines = keywords.flatMap(([keyword, own, optional]) => {
      const property = `  readonly ${keyword}${optional ? "?" : ""}:`;
      return [...comment(own, "  "), ...breakUnion(property, this.#typeOf(own, `${name}${pascal(keyword)}`), "    ")];
    });
    const extended = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`;
    const body = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n}`;
    this.#declarations.set(name, [...comment(schema, ""), `export interface ${name}${extended} ${body}`].join("\n"));
  }

  /** Declares an enumeration, unless it is known; gives its name. */
  enumerate(name: string, schema: LanguageSchema): string {
    if (this.declared.includes(name) || this.#declarations.has(name)) return name;
    const values = (schema.enum ?? []).map((value) => JSON.stringify(value)).join(" | ");
    this.#declarations.set(name, [...comment(schema, ""), ...breakUnion(`export type ${name} =`, values, "  ")].join("\n"));
    return name;
  }

  /** The module, with the imports that it uses. */
  module(header: string, imports: readonly (readonly [module: string, names: readonly string[]])[]): string {
    const text = [...this.#declarations.values()].join("\n\n");
    const used = imports.flatMap(([module, names]) => {
      const own = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      return own.length === 0 ? [] : [`import type { ${own.join(", ")} } from "${module}";`];
    });
    return `${header}\n${used.join("\n")}\n\n${text}\n`;
  }

  /** The keywords of a compiled object, each with its schema and whether it may be missing. */
  #keywords(schema: LanguageSchema): readonly (readonly [string, LanguageSchema, boolean])[] {
    const properties = schema.properties ?? {};
    const resolved = (keyword: string): LanguageSchema => this.language.resolve(properties[keyword] ?? {});
    // The normaliser writes `control` as `controls`, and a control that decides as one that raises an action.
    const written = (keyword: string): boolean =>
      (keyword === "control" && properties.controls !== undefined) || (keyword === "decide" && schema["x-kind"] === "control");
    const choices = (schema.oneOf ?? []).map(({ required = [] }) => required);
    return Object.keys(properties)
      .filter((keyword) => !written(keyword) && !READ_BY_COMPILER.has(resolved(keyword)["x-kind"] ?? ""))
      .map((keyword) => {
        const always = choices.length > 0 && choices.every((choice) => choice.includes(keyword) || choice.some(written));
        return [keyword, properties[keyword] ?? {}, !(always || schema.required?.includes(keyword) === true)];
      });
  }

  #typeOf(written: LanguageSchema, name: string): string {
    const schema = this.language.resolve(written);
    const kind = schema["x-kind"] ?? "";
    const known = this.kinds[kind];
    if (known !== undefined) return known;
    const shared = written.$ref?.split("/").at(-1);
    const own = shared === undefined || schema.properties === undefined ? name : pascal(shared.replace(/\.json$/, ""));
    if (kind === "ordered") return `CompiledOrdered<${this.#itemOf(schema, name, shared)}>`;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined)
      return shared === undefined ? schema.enum.map((value) => JSON.stringify(value)).join(" | ") : this.enumerate(pascal(shared), schema);
    if (schema.oneOf !== undefined && schema.properties === undefined)
      return schema.oneOf.map((branch) => this.#typeOf(branch, name)).join(" | ");
    if (schema.properties !== undefined) {
      const [only, ...more] = this.#keywords(schema);
      if (only !== undefined && more.length === 0) return `{ readonly ${only[0]}${only[2] ? "?" : ""}: ${this.#typeOf(only[1], own)} }`;
      if (!this.#declarations.has(own)) this.declare(own, schema);
      return own;
    }
    if (typeof schema.additionalProperties === "object")
      return `Readonly<Record<string, ${this.#typeOf(schema.additionalProperties, `${name}Entry`)}>>`;
    if (schema.items !== undefined) return `readonly ${this.#typeOf(schema.items, `${name}Item`)}[]`;
    return schema.type === "integer" ? "number" : String(schema.type);
  }

  #itemOf(schema: LanguageSchema, name: string, shared: string | undefined): string {
    const { additionalProperties: item } = this.language.resolve(schema.properties?.items ?? {});
    if (typeof item !== "object") throw new Error(`The schema of ${name} has no items`);
    return this.#typeOf(item, `${shared === undefined ? name : pascal(shared)}Item`);
  }
}

function comment({ description }: LanguageSchema, indent: string): readonly string[] {
  return description === undefined ? [] : [`${indent}/** ${description} */`];
}

/** A declaration on one line, or with each part of a union on its own, as the formatter writes it. */
function breakUnion(start: string, type: string, indent: string): readonly string[] {
  const line = `${start} ${type};`;
  const parts = type.split(" | ");
  if (line.length <= WIDTH || parts.length < 2) return [line];
  return [start, ...parts.map((part, index) => `${indent}| ${part}${index === parts.length - 1 ? ";" : ""}`)];
}
