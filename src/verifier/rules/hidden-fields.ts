/** Exports the rule `required-while-hidden` (required form fields that the state hides) for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { queryToState } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore, BundleJourney, CompiledForm, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { pathsRead } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

type Properties = { readonly [key: string]: unknown };

function isForm(value: Properties): value is Properties & CompiledForm {
  return typeof value.schemaId === "string" && isObject(value.fields);
}

interface Shown {
  readonly form: CompiledForm;
  readonly when: readonly Json[];
}

/** All forms in a body at any depth, each with the conditions of the blocks around it. */
function formsIn(node: unknown, when: readonly Json[] = []): readonly Shown[] {
  if (Array.isArray(node)) return node.flatMap((part: unknown) => formsIn(part, when));
  if (!isObject(node)) return [];
  const own = isObject(node.when) && "logic" in node.when ? [...when, (node.when as unknown as CompiledPredicate).logic] : when;
  if (isForm(node)) return [{ form: node, when: own }];
  return Object.entries(node).flatMap(([key, part]) => (key === "when" ? [] : formsIn(part, own)));
}

/** Whether the schema requires the value at a path unconditionally and has no default for it. */
function isRequired(schema: Json, path: string): boolean {
  let at: unknown = schema;
  return path.split(".").every((key) => {
    if (!isObject(at) || !Array.isArray(at.required) || !at.required.includes(key)) return false;
    at = isObject(at.properties) ? at.properties[key] : null;
    return !isObject(at) || at.default === undefined;
  });
}

/** Whether any part of a condition reads free inputs. */
function readsFreeInputs(logic: Json): boolean {
  return pathsRead(logic).some(isFreeInput);
}

export function checkHiddenFields(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const { screen, path, admits } of screens.values()) {
    for (const { form, when } of formsIn(journeys[screen.journey]?.screens[screen.id]?.body ?? [])) {
      const visible = bdd.all([space.valid, admits, ...when.map((condition) => mayHold(space, condition))]);
      for (const [field, { when: condition }] of Object.entries(form.fields.items)) {
        if (condition === undefined || !isRequired(form.schema, field)) continue;
        // Only fields that stay hidden for any form data: the compiler checks conditions on form data.
        const hidden = bdd.diff(visible, mayHold(space, condition.logic));
        if (hidden === FALSE) continue;
        found.push({
          rule: "required-while-hidden",
          message: messages.requiredHidden(field, screen.id),
          at: [condition.at, screen.at],
          owner: `screen:${screen.id}`,
          where: hidden,
          question: { pathname: path },
          isReproducedBy: (witness) => {
            const location = { pathname: path, ...witness.location };
            const scope = scopeOf(witness.state, instantOf(witness.state), queryToState(matchPath(core, path), location).route);
            // A condition on free inputs may hold; the others are evaluated.
            const holds = (logic: Json): boolean => readsFreeInputs(logic) || test(logic, scope);
            return (
              chainOf(core, path, witness).length === 1 &&
              when.every(holds) &&
              (readsFreeInputs(condition.logic) || !test(condition.logic, scope))
            );
          },
        });
      }
    }
  }
  return found;
}
