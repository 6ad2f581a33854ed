/** Exports `tryFields`: types the values of a `try` table into a page, and compares the errors at the fields. For `playWalk`. */
import type { Page } from "playwright-core";
import type { FormBlock } from "../../language/blocks.js";
import type { Json } from "../../language/definition.js";
import type { Tried } from "../../scenarios/scenario.js";
import type { Sight } from "../../scenarios/sight.js";
import { type TriedRow, triedRows } from "../../scenarios/tried-rows.js";
import { formOf, wrongTries } from "../../scenarios/try-values.js";
import { fillField, typedText } from "./fill-field.js";
import { tick } from "./meanwhile.js";

/** How long a page may take to show the error of a value, in milliseconds. */
const PATIENCE = 3_000;

/** Whether the control has the value: an input mask removes what cannot be typed, and a checkbox is never empty. */
async function isTaken(page: Page, { input: { id, widget }, value }: TriedRow): Promise<boolean> {
  const shown = await page.evaluate((wanted) => {
    const control = document.getElementById(wanted);
    if (control instanceof HTMLInputElement) return control.type === "checkbox" ? control.checked : control.value;
    return control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement ? control.value : null;
  }, id);
  if (typeof shown === "boolean") return shown === value;
  const bare = (text: string): string => text.replace(/[\s()$,./-]/g, "");
  return shown === null || bare(shown) === bare(typedText(widget, value));
}

/** Whether a list has the option; any other control takes any text. */
function hasOption(page: Page, id: string, value: string): Promise<boolean> {
  return page.evaluate(
    ([wanted, text]) => {
      const control = document.getElementById(wanted);
      return !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === text);
    },
    [id, value] as const,
  );
}

/** The error that the page shows at a field, once it is the expected one, or after `PATIENCE`. */
async function shownError(page: Page, { input, error }: TriedRow): Promise<string | null> {
  const read = (id: string): string | null => document.getElementById(`${id}__error`)?.textContent ?? null;
  const limit = Date.now() + PATIENCE;
  for (;;) {
    const shown = await page.evaluate(read, input.id);
    if (shown === error || Date.now() > limit) return shown;
    await tick(page);
  }
}

/**
 * Returns what is not as expected, and why a value cannot be typed; none when all is as expected. A form shows its errors from the
 * first refused submit on, so that the first value with an error is submitted. The values before are entered again.
 */
export async function tryFields(page: Page, sight: Sight | null, expected: Tried): Promise<readonly string[]> {
  const forms = sight?.forms ?? [];
  const submitted = new Set<string>();
  const wrong: string[] = [];
  const enter = async ({ input }: TriedRow, value: Json): Promise<void> => {
    if (!(await hasOption(page, input.id, String(value ?? "")))) return;
    const reason = await fillField(page, input, value);
    if (reason !== null) wrong.push(reason);
  };
  const tables = new Map<FormBlock, (readonly TriedRow[])[]>();
  for (const [path, values] of Object.entries(expected)) {
    const form = formOf(forms, path);
    if (typeof form === "string") return [form];
    tables.set(form, [...(tables.get(form) ?? []), triedRows(form, path, values, sight?.values[form.key] ?? {})]);
  }
  for (const [form, fields] of tables) {
    for (const row of fields.flat().filter(({ error }) => error !== null)) {
      await enter(row, row.value);
      if (await isTaken(page, row)) {
        await page.locator(`[id="${row.input.id}"]`).evaluate((control) => control.closest("form")?.requestSubmit());
        submitted.add(form.key);
      }
      if (!submitted.has(form.key)) await enter(row, row.former);
      else break;
    }
    // Without an error, nothing shows that the form accepts the other values.
    if (!submitted.has(form.key)) continue;
    for (const rows of fields) {
      const shown: Record<string, string | null> = {};
      const typed: Record<string, string | null> = {};
      for (const row of rows) {
        await enter(row, row.value);
        if (!(await isTaken(page, row))) continue;
        typed[row.text] = row.error;
        shown[row.text] = await shownError(page, row);
      }
      const [first] = rows;
      if (first === undefined) continue;
      await enter(first, first.former);
      wrong.push(...wrongTries({ [first.path]: typed }, { [first.path]: shown }));
    }
  }
  return wrong;
}
