/** Exports the findings about forms, for the compiler. A waiver can accept each of them. */
import type { Json } from "./definition.js";
import { type Finding, finding, orNearest } from "./problems.js";

const among = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(" or ");

// What is sent
export const fieldNotInInput = (path: string, input: string, known: readonly string[]): Finding =>
  finding("input-mismatch", `"${path}" is sent to ${input}, which has no such field${orNearest(path.split(".").at(-1) ?? path, known)}`);
export const inputNotGiven = (name: string, input: string): Finding =>
  finding("input-mismatch", `${input} requires "${name}", which is not given: ask for it in the form, or give it here`);
export const inputMaybeMissing = (value: string, input: string): Finding =>
  finding(
    "input-mismatch",
    `${input} must have a value, and "${value}" may be missing: require it in the form's schema, or give a default`,
  );
export const inputMaybeNull = (value: string, input: string): Finding =>
  finding(
    "input-mismatch",
    `${input} must have a value, and "${value}" may be null here: test it for null in the guard or in "when", or replace null with "if"`,
  );
export const inputType = (value: string, found: string, input: string, wanted: string): Finding =>
  finding("input-mismatch", `${value} gives ${found}, and ${input} takes ${wanted}`);
export const otherSchema = (form: string, gateway: string): Finding =>
  finding("input-mismatch", `The form is validated with schemas/${form} here, and with schemas/${gateway} by the gateway`);
export const fieldNeverSent = (path: string, action: string): Finding =>
  finding("field-never-sent", `The action "${action}" does not use the value of "${path}": send it, or remove the field`);

// Conditions of fields
export const branchUnreachable = (keyword: string, why: string): Finding =>
  finding("condition-constant", `"${keyword}" never applies: ${why}`);
export const branchesNotChecked = (most: number): Finding =>
  finding(
    "branches-not-checked",
    `The conditions of this form distinguish more than ${most} combinations, so none of them was checked: use two forms, or fewer fields`,
  );
export const fieldUnreachable = (path: string, schema: string): Finding =>
  finding("field-condition", `"${path}" is never shown: where its "when" holds, schemas/${schema} has no such property`);
export const fieldUnchecked = (path: string, schema: string, data: Json): Finding =>
  finding(
    "field-condition",
    `"${path}" is shown with ${JSON.stringify(data)}, where schemas/${schema} has no such property: its value is not validated`,
  );
export const requiredWhileHidden = (path: string, data: Json): Finding =>
  finding("field-condition", `"${path}" is required but not shown with ${JSON.stringify(data)}: the form could not be sent`);
export const conditionConstant = (always: boolean): Finding =>
  finding("condition-constant", `This ${always ? "always" : "never"} holds, whatever is typed`);
export const checkConstant = (always: boolean): Finding =>
  finding(
    "condition-constant",
    always
      ? "This check never fails: its condition holds for whatever the schema accepts"
      : "This check always fails: its condition holds for nothing that the schema accepts, so the form could not be sent",
  );
export const fieldNotRead = (what: "check" | "warning", path: string): Finding =>
  finding("check-elsewhere", `This ${what} does not read "form.${path}", the field at which it is shown: move it to a field that it reads`);

export const checkElsewhere = (): Finding =>
  finding("check-elsewhere", "This check reads no field of the form, so the depositor could not correct what it refuses");
export const checkUnasked = (path: string, asked: Iterable<string>): Finding =>
  finding("check-elsewhere", `This check is shown at "${path}", which is not a field of the form${orNearest(path, asked)}`);

export const widgetType = (widget: string, type: string, takes: readonly string[]): Finding =>
  finding("field-type", `The widget "${widget}" is for ${takes.join(" or ")}, and this field takes ${type}`);
export const widgetValue = (widget: string, value: string): Finding =>
  finding("field-type", `The widget "${widget}" gives values like "${value}", which the schema of this field rejects`);
export const placeholderRejected = (text: string): Finding =>
  finding("field-type", `The schema of this field rejects "${text}", which the placeholder shows as an example`);
export const widgetWithoutValues = (widget: string): Finding =>
  finding("field-type", `The widget "${widget}" offers the values of an "enum", and this field's schema has none`);
export const consentUnticked = (path: string): Finding =>
  finding(
    "field-type",
    `"${path}" is required, but a box that was unchecked again is accepted: its schema needs "const": true, or a "default"`,
  );
export const consentIncomplete = (path: string, argument: string): Finding =>
  finding(
    "consent-incomplete",
    `"${path}" asks for a consent, and the value of "{${argument}}" in its text may be missing: show the form only with the value, or give another one with "or"`,
  );
export const initialIdle = (given: readonly string[]): Finding =>
  finding("field-type", `None of this is a field of the form: ${given.map((name) => `"${name}"`).join(", ")}`);
export const initialType = (path: string, given: readonly string[], takes: readonly string[]): Finding =>
  finding("field-type", `"${path}" begins with ${given.join(" or ")}, and the field takes ${takes.join(" or ")}`);
export const shownByItself = (path: string): Finding =>
  finding("field-condition", `Whether "${path}" is shown depends on its own value: it disappears while it is typed, or never appears`);

// Texts
export const blankText = (): Finding => finding("blank-text", "There is no text here: nobody could see or hear what this is");
export const duplicateText = (text: string, other: string): Finding =>
  finding("duplicate-text", `"${text}" is also the text of "${other}" beside it: nobody can distinguish them`);
export const autocompleteMissing = (proposed: readonly string[]): Finding =>
  finding(
    "autocomplete",
    `"autocomplete" is missing, which names what a browser may fill in here: ${proposed.length > 0 ? among(proposed) : 'a token of HTML, or "off"'}`,
  );
export const autocompleteUnknown = (written: string, known: Iterable<string>): Finding =>
  finding("autocomplete", `"${written}" is not an autocomplete token of HTML${orNearest(written.split(" ").at(-1) ?? written, known)}`);
export const autocompleteWrong = (written: string, proposed: readonly string[]): Finding =>
  finding("autocomplete", `"${written}" is not what this field asks for: ${among(proposed)}`);
export const errorTextMissing = (keywords: readonly string[], schema: string, path: string): Finding =>
  finding(
    "error-text-missing",
    `"errors" has no text for ${keywords.map((each) => `"${each}"`).join(", ")}, which "${path}" of schemas/${schema} can fail`,
  );
export const errorTextUnused = (keyword: string, known: readonly string[]): Finding =>
  finding("error-text-unused", `This field cannot fail "${keyword}", so this text is never shown${orNearest(keyword, known)}`);
export const errorTextLimit = (keyword: string, limit: string, named: readonly string[], schema: string): Finding =>
  finding(
    "error-text-limit",
    `This text names ${named.join(" and ")}, and the "${keyword}" of the field in schemas/${schema} is ${limit}: write {limit}, with { "var": "item.limit" }, to show the schema's`,
  );
export const helpLimit = (
  limits: readonly { readonly keyword: string; readonly limit: string | number }[],
  named: readonly string[],
  schema: string,
): Finding =>
  finding(
    "error-text-limit",
    `This help names ${named.join(" and ")}, and the field in schemas/${schema} has ${limits.map(({ keyword, limit }) => `"${keyword}" ${limit}`).join(" and ")}: correct the one that is wrong`,
  );
