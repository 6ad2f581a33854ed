/** Exports the warnings of a form: messages about valid but unlikely values. Unlike errors they do not stop a submit. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { valueAt } from "./form-data.js";
import { type FormValidator, invalidPaths } from "./form-errors.js";

/** The active warnings of each field that declares any, by path. */
export type FormWarnings = Readonly<Record<string, readonly string[]>>;

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === "";

/** Evaluates a warning only while every field that it reads is visible and has a valid value. */
export function warningsOf(
  block: FormBlock,
  data: Json,
  hidden: readonly string[],
  validator: FormValidator,
  screen: Pick<ScreenHandle, "placesOf" | "value" | "text">,
): FormWarnings {
  const { order, items } = block.fields;
  const fields = order.flatMap((path) => {
    const warnings = items[path]?.warnings ?? [];
    return warnings.length === 0 ? [] : [{ path, warnings }];
  });
  if (fields.length === 0) return {};
  const invalid = invalidPaths(block, data, validator);
  const isUsable = (path: string): boolean =>
    !isEmpty(valueAt(data, path)) && !hidden.includes(path) && !invalid.some((one) => one === path || one.startsWith(`${path}.`));
  return Object.fromEntries(
    fields.flatMap(({ path: field, warnings }) =>
      screen.placesOf(field, data).map(({ path, around }) => {
        const inData = (read: string): string => (around === undefined ? read : read.replace(/^item(?=\.|$)/, around.path));
        const active = warnings.filter(
          ({ reads, when }) => reads.map(inData).every(isUsable) && screen.value(when, around?.item, data, around?.position) === true,
        );
        return [path, active.map(({ text }) => screen.text(text, around?.item, data, around?.position))];
      }),
    ),
  );
}
