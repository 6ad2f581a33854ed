/** Fields that a form's schema requires and that the state hides: whoever stands there cannot send the form. */
import type { BundleJourney, CompiledForm, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Space } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { possibly } from "../transitions/effects.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

type Properties = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isForm(value: Properties): value is Properties & CompiledForm {
  return typeof value.schemaId === "string" && isObject(value.fields);
}

interface Shown {
  readonly form: CompiledForm;
  readonly when: readonly Json[];
}

/** Every form in a body, with the conditions under which it is there. */
function formsIn(node: unknown, when: readonly Json[] = []): readonly Shown[] {
  if (Array.isArray(node)) return node.flatMap((part: unknown) => formsIn(part, when));
  if (!isObject(node)) return [];
  const own = isObject(node.when) && "logic" in node.when ? [...when, (node.when as unknown as CompiledPredicate).logic] : when;
  if (isForm(node)) return [{ form: node, when: own }];
  return Object.entries(node).flatMap(([key, part]) => (key === "when" ? [] : formsIn(part, own)));
}

/** Whether the schema asks for what stands at a path whatever else is given, and gives it no value itself. */
function isRequired(schema: Json, path: string): boolean {
  let at: unknown = schema;
  return path.split(".").every((key) => {
    if (!isObject(at) || !Array.isArray(at.required) || !at.required.includes(key)) return false;
    at = isObject(at.properties) ? at.properties[key] : null;
    return !isObject(at) || at.default === undefined;
  });
}

export function checkHiddenFields(
  journeys: Readonly<Record<string, BundleJourney>>,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  for (const { screen, path, admits } of screens.values()) {
    for (const { form, when } of formsIn(journeys[screen.journey]?.screens[screen.id]?.body ?? [])) {
      const seen = diagrams.all([space.valid, admits, ...when.map((condition) => possibly(space, condition))]);
      for (const [field, { when: condition }] of Object.entries(form.fields.items)) {
        if (condition === undefined || !isRequired(form.schema, field)) continue;
        // Hidden whatever is typed: what a form's own data decide is the compiler's to judge.
        const hidden = diagrams.minus(seen, possibly(space, condition.logic));
        if (hidden === FALSE) continue;
        found.push({
          rule: "required-while-hidden",
          message: messages.requiredHidden(field, screen.id),
          at: [condition.at, screen.at],
          owner: `screen:${screen.id}`,
          where: hidden,
          ask: { pathname: path },
        });
      }
    }
  }
  return found;
}
