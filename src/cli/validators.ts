/** Exports the compilation of a journey's form validators: neither browser nor gateway compiles a schema. */
import { fileURLToPath } from "node:url";
import type { RJSFSchema } from "@rjsf/utils";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js";
import { _, type Ajv, type KeywordCxt, str } from "ajv";
import { rolldown } from "rolldown";
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { BOUND_KEYWORDS, type DeclaredFormat, declaredFormats } from "../language/field-formats.js";
import { formatsOf, keepsTo } from "./validator-runtime.js";

/** The module that a validator's code requires: `validator-runtime.ts`. */
export const RUNTIME = "passbook:validator-runtime";
/** The module of the formats that a validator's code requires. */
export const FORMATS = "passbook:formats";
const ENTRY = "passbook:validators";
const FORM = "passbook:form/";

/** The forms whose validators are in a journey's module: those that its screens render. */
export function formsOf(bundle: Bundle, journey: string): string[] {
  const drawn = new Set<string>();
  collectForms(bundle.journeys[journey]?.screens ?? {}, drawn);
  return [...drawn].sort();
}

function collectForms(node: unknown, drawn: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  if ("schemaId" in node && typeof node.schemaId === "string") drawn.add(node.schemaId);
  for (const part of Object.values(node)) collectForms(part, drawn);
}

/** The text of an ES module: `export default { "forms/address.json": { ...validators by schema id } }`. */
export function compileValidators(bundle: Bundle, journey: string): Promise<string> {
  return compileFormValidators(bundle, formsOf(bundle, journey));
}

/** The same for some forms. */
export async function compileFormValidators(bundle: Bundle, forms: readonly string[]): Promise<string> {
  const modules = new Map(forms.map((name, index) => [`${FORM}${index}`, validatorCode(name, bundle.forms[name]?.schema ?? null)]));
  const imports = forms.map((_name, index) => `import form${index} from ${JSON.stringify(`${FORM}${index}`)};`);
  const entries = forms.map((name, index) => `${JSON.stringify(name)}: form${index}`);
  const entry = `${imports.join("\n")}\nexport default { ${entries.join(", ")} };\n`;
  const declared = Object.assign({}, ...forms.map((name) => declaredFormats(bundle.forms[name]?.schema ?? null)));
  return bundleModule(new Map([...modules, [FORMATS, formatsModule(declared)], [ENTRY, entry]]));
}

const formatsModule = (declared: Readonly<Record<string, DeclaredFormat>>): string =>
  `import { formatsOf } from ${JSON.stringify(RUNTIME)};\nexport const formats = formatsOf(${JSON.stringify(declared)});\n`;

/** CommonJS text with one export for the form's schema and each of its sub-schemas that rjsf asks about. */
export function validatorCode(name: string, schema: Json): string {
  return compileSchemaValidatorsCode(
    { ...(schema as RJSFSchema), $id: name },
    {
      ajvFormatOptions: false,
      customFormats: { ...formatsOf(declaredFormats(schema)) },
      // The compiler has validated the schema; Ajv would compile the schema of schemas again for each form.
      // Not verbose: an error must not carry what was typed.
      ajvOptionsOverrides: {
        meta: false,
        validateSchema: false,
        verbose: false,
        // Each function passes its `this` on: the context of a `CompiledValidator`.
        passContext: true,
        code: { lines: false, formats: _`require(${FORMATS}).formats` },
      },
      extenderFn: withBounds,
    },
  );
}

/** Adds the keywords that JSON Schema does not have (`BOUND_KEYWORDS`). */
function withBounds(ajv: Ajv): Ajv {
  for (const [keyword, { types, end }] of Object.entries(BOUND_KEYWORDS)) {
    ajv.addKeyword({
      keyword,
      type: "string",
      schemaType: [...types],
      error: {
        message: ({ schema }) => str`must be ${end === "least" ? "at least" : "at most"} ${String(schema)}`,
        params: ({ schema }) => _`{limit: ${schema as string | number}}`,
      },
      code(cxt: KeywordCxt) {
        const keeps = cxt.gen.scopeValue("func", { ref: keepsTo, key: RUNTIME, code: _`require(${RUNTIME}).keepsTo` });
        cxt.fail(_`!${keeps}(${keyword}, ${cxt.schema as string | number}, ${cxt.data}, this?.today)`);
      },
    });
  }
  return ajv;
}

/** One ES module of everything that the entry needs. */
async function bundleModule(modules: ReadonlyMap<string, string>): Promise<string> {
  const runtime = fileURLToPath(new URL("./validator-runtime.ts", import.meta.url));
  const build = await rolldown({
    input: ENTRY,
    platform: "neutral",
    logLevel: "warn",
    // A web build and a database may keep the machine busy, so the waiting time of a callback is not an error.
    checks: { pluginTimings: false },
    resolve: { mainFields: ["module", "main"] },
    plugins: [
      {
        name: "validators",
        async resolveId(specifier) {
          if (modules.has(specifier)) return `\0${specifier}`;
          if (specifier === RUNTIME) return runtime;
          // What Ajv's compiled code requires is resolved as this file would.
          return specifier.startsWith(".") || specifier.startsWith("/") ? null : this.resolve(specifier, runtime, { skipSelf: true });
        },
        load: (id) => modules.get(id.slice(1)) ?? null,
      },
    ],
  });
  try {
    // V8 compiles all functions while it loads the module: one of a long form would take milliseconds at its first validation.
    const { output } = await build.generate({
      format: "esm",
      minify: true,
      codeSplitting: false,
      postBanner: "//# allFunctionsCalledOnLoad",
    });
    return output[0].code;
  } finally {
    await build.close();
  }
}
