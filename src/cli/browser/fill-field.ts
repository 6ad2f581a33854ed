/** Exports `fillField` and `typeIntoField`: enter a value of a scenario in a page as a depositor would, whatever control the field has. */
import type { Locator, Page } from "playwright-core";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import type { FieldInput } from "../../scenarios/field-input.js";

/** What the depositor types for a value: dates with the month first, cents as dollars. */
export function typedText(widget: string, value: Json): string {
  const text = String(value ?? "");
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (widget === "date" && year !== undefined) return `${month}/${day}/${year}`;
  return widget === "cents" && /^\d+$/.test(text) ? (Number(text) / 100).toFixed(2) : text;
}

/** The first characters (Latin-1) of a file of each type, by which the page recognizes it. */
const SIGNATURES: Readonly<Record<string, string>> = {
  "application/pdf": "%PDF-",
  "image/jpeg": "\u00ff\u00d8\u00ff",
  "image/png": "\u0089PNG\r\n\u001a\n",
};

/** A file's content: its signature, and zeros. */
function contentOf(type: string, size: number): Buffer {
  const content = Buffer.alloc(size);
  content.write(SIGNATURES[type] ?? "", "latin1");
  return content;
}

/** Chooses files of these names, types and sizes. */
async function attach(page: Page, id: string, value: Json): Promise<string | null> {
  const files = (Array.isArray(value) ? (value as readonly Json[]) : []).flatMap((file) => (isObject(file) ? [file] : []));
  const input = page.locator(`input[type="file"][id^="${id}"]`);
  if ((await input.count()) !== 1) return `The page has no control to attach files at ${id}.`;
  await input.setInputFiles(
    files.map(({ name, type, size }) => ({ name: String(name), mimeType: String(type), buffer: contentOf(String(type), Number(size)) })),
  );
  // The page reads a file before it lists it.
  for (const { name } of files) await page.getByText(String(name)).first().waitFor();
  return null;
}

/** Opens the folded groups around a control. */
export async function openGroups(control: Locator): Promise<void> {
  const closed = control.locator("xpath=ancestor::details[not(@open)]");
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().locator("summary").first().click();
}

/** Types a text and stays in the field, whose suggestions are shown then. Returns why it can't; null when it did. */
export async function typeIntoField(page: Page, { id }: FieldInput, value: Json): Promise<string | null> {
  const control = page.locator(`input[id="${id}"][role="combobox"]`);
  if (!(await control.count())) return `The page has no field ${id} with suggestions.`;
  await openGroups(control);
  await control.fill(String(value));
  return null;
}

/** Enters the values of a list's items; what an item only shows, such as a name, has no control. */
async function fillItems(page: Page, id: string, items: readonly Json[]): Promise<string | null> {
  for (const [index, item] of items.entries()) {
    let filled = 0;
    for (const [key, value] of isObject(item) ? Object.entries(item) : []) {
      const part = `${id}_${index}_${key}`;
      if (!(await page.locator(`[id="${part}"]`).count())) continue;
      const reason = await fillField(page, { id: part, widget: "", options: [], lookup: null }, value);
      if (reason !== null) return reason;
      filled += 1;
    }
    if (filled === 0) return `The page has no control for item ${index + 1} of ${id}.`;
  }
  return null;
}

/** Returns why the field can't be filled; null when it is. */
export async function fillField(page: Page, { id, widget, options }: FieldInput, value: Json): Promise<string | null> {
  if (widget === "attachments") return attach(page, id, value);
  if (Array.isArray(value)) return fillItems(page, id, value as readonly Json[]);
  if (typeof value === "object" && value !== null) return `${id} can't be filled with ${JSON.stringify(value)} in a browser.`;
  const control = page.locator(`input[id="${id}"], select[id="${id}"], textarea[id="${id}"]`).first();
  if (await control.count()) {
    await openGroups(control);
    // A condition of the form hides it: the depositor cannot fill it, and it is not sent.
    if (!(await control.isVisible())) return null;
    const [tag, type] = await control.evaluate((one) => [one.tagName, one.getAttribute("type")]);
    if (type === "checkbox") await control.setChecked(value === true);
    else if (tag === "SELECT") await control.selectOption(String(value ?? ""));
    else {
      await control.fill(typedText(widget, value));
      await control.blur();
    }
    return null;
  }
  const radio = page.locator(`input[type="radio"][id="${id}-${options.indexOf(value)}"]`);
  if (!(await radio.count())) return `The page has no field ${id}.`;
  await radio.check({ force: true });
  return null;
}
