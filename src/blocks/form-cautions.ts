/** A form's cautions: words for what is valid and yet unlikely. They are no errors, and hold nobody up. */
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { valueAt } from "./form-data.js";
import type { FormShape } from "./shapes.js";

/** The cautions of each field that has any, by its path: those that hold, in their order. */
export type Cautions = Readonly<Record<string, readonly string[]>>;

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === "";

/** Paths in which something is wrong, of whatever was typed so far. */
function wrongPaths(block: FormShape, data: Json, validator: ValidatorType): readonly string[] {
  const { errors = [] } = validator.rawValidation<{ readonly instancePath: string }>(block.schema as RJSFSchema, data);
  return errors.map(({ instancePath }) => instancePath.split("/").slice(1).join("."));
}

/** What is said now: a caution is asked only while every field that it reads is asked and holds something valid. */
export function cautionsOf(
  block: FormShape,
  data: Json,
  hidden: readonly string[],
  validator: ValidatorType,
  screen: ScreenHandle,
): Cautions {
  const { order, items } = block.fields;
  const fields = order.flatMap((path) => {
    const cautions = items[path]?.cautions ?? [];
    return cautions.length === 0 ? [] : [{ path, cautions }];
  });
  if (fields.length === 0) return {};
  const wrong = wrongPaths(block, data, validator);
  const settled = (path: string): boolean =>
    !isEmpty(valueAt(data, path)) && !hidden.includes(path) && !wrong.some((one) => one === path || one.startsWith(`${path}.`));
  return Object.fromEntries(
    fields.map(({ path, cautions }) => [
      path,
      cautions
        .filter(({ reads, when }) => reads.every(settled) && screen.value(when, undefined, data) === true)
        .map(({ text }) => screen.text(text, undefined, data)),
    ]),
  );
}
