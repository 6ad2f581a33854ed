/** Exports the bundle of a brand with everything that a browser loads of it, for commands that run scenarios. */
import { createHash } from "node:crypto";
import type { Bundle } from "../language/bundle.js";
import { readLanguage } from "../language/meta-schema.js";
import type { FlowSource } from "../language/source.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import { renamedTexts } from "../scenarios/renamed-texts.js";
import { compileFormValidators, formsOf } from "./validators.js";

/** The loaded validators, by the hash of the forms and their schemas. Node keeps each loaded module as well. */
const loadedValidators = new Map<string, Promise<LoadedBundle["validators"]>>();

/** The validators of some forms: loads their module as a browser does. */
export function formValidators(bundle: Bundle, forms: readonly string[]): Promise<LoadedBundle["validators"]> {
  const schemas = JSON.stringify(forms.map((form) => [form, bundle.forms[form]?.schema ?? null]));
  const key = createHash("sha256").update(schemas).digest("hex");
  const known = loadedValidators.get(key) ?? loadValidators(bundle, forms);
  loadedValidators.set(key, known);
  return known;
}

async function loadValidators(bundle: Bundle, forms: readonly string[]): Promise<LoadedBundle["validators"]> {
  const text = await compileFormValidators(bundle, forms);
  const module = (await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`)) as {
    readonly default: LoadedBundle["validators"];
  };
  return module.default;
}

export async function loadBundle(source: FlowSource, bundle: Bundle): Promise<LoadedBundle> {
  const forms = new Set(bundle.core.journeys.flatMap((journey) => formsOf(bundle, journey)));
  return {
    bundle,
    language: readLanguage(source),
    validators: await formValidators(bundle, [...forms]),
    renamed: renamedTexts(source, bundle.core.brand.slug),
  };
}
