/** Exports the bundle of a brand with all that a browser loads of it, for commands that run scenarios. */
import type { Bundle } from "../language/bundle.js";
import { readLanguage } from "../language/meta-schema.js";
import type { FlowSource } from "../language/source.js";
import type { LoadedBundle } from "../scenarios/session.js";
import { compileFormValidators, formsOf } from "./validators.js";

/** The validators of some forms: loads their module as a browser does. */
export async function formValidators(bundle: Bundle, forms: readonly string[]): Promise<LoadedBundle["validators"]> {
  const text = await compileFormValidators(bundle, forms);
  const module = (await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`)) as {
    readonly default: LoadedBundle["validators"];
  };
  return module.default;
}

export async function loadBundle(source: FlowSource, bundle: Bundle): Promise<LoadedBundle> {
  const forms = new Set(bundle.core.journeys.flatMap((journey) => formsOf(bundle, journey)));
  return { bundle, language: readLanguage(source), validators: await formValidators(bundle, [...forms]) };
}
