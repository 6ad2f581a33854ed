/**
 * Exports the checks of wizards: each page occurs once, each step is a value of the state, and every keyword that the
 * kind of wizard needs is present.
 */
import * as conditions from "../language/condition-problems.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import { stepNotStored } from "../language/overlay-problems.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, entriesOf, keysOf, type ListNode, type SourceNode, textOf } from "../language/source.js";
import { read } from "../language/static-types.js";
import { type Context, named } from "./compile-context.js";
import { structure } from "./structure.js";

/** Keywords that are allowed only where the server stores the step, and whether they are required there. */
const OF_STEP: Readonly<Record<string, boolean>> = { save: true, variable: true, resume: true, then: true };

export function checkWizards(wizards: SourceNode | null, context: Context): void {
  const schema = context.linker.language.file("flow.schema.json").properties?.wizards;
  if (wizards === null || schema === undefined) return;
  context.linker.compileNode(wizards, schema, context);
  const pages = new Map<string, string>();
  for (const [name, entry] of entriesOf(wizards)) checkWizard(name, entry, pages, context);
}

/** `pages`: the step of each screen of the preceding wizards. */
function checkWizard(name: string, { key, node }: Entry, pages: Map<string, string>, { linker }: Context): void {
  if (node.kind !== "object") return;
  const path = childOf(node, "step");
  for (const [keyword, needed] of Object.entries(OF_STEP)) {
    const written = node.entries.get(keyword);
    if (path === null && written !== undefined) linker.report(written.key, problems.missingKeyword("step"));
    if (path !== null && written === undefined && needed && !node.partial) linker.report(key, problems.missingKeyword(keyword));
  }
  const steps = childOf(node, "steps", "items");
  const review = childOf(node, "review");
  const reviewed = textOf(review);
  if (review !== null && reviewed !== null && childOf(steps, reviewed) === null)
    linker.report(review.at, problems.unknownStep(reviewed, keysOf(steps)));
  const order = childOf(node, "steps", "order");
  if (reviewed !== null && order?.kind === "list") checkReviewLast(reviewed, order, steps, linker);
  for (const [step, entry] of entriesOf(steps)) {
    checkStep(step, entry, path, linker);
    const screen = childOf(entry.node, "screen");
    const id = textOf(screen);
    if (screen === null || id === null) continue;
    const other = pages.get(id);
    if (other !== undefined) linker.report(screen.at, problems.screenInTwoSteps(id, other));
    else pages.set(id, `${name}.${step}`);
  }
  const then = childOf(node, "then");
  const after = textOf(then);
  if (then !== null && after !== null) checkStep(after, { key: then.at }, path, linker);
}

/** The review comes last. A page that a brand adds without an order follows it in the merged order, but precedes it for the depositor. */
function checkReviewLast(review: string, order: ListNode, steps: SourceNode | null, { report }: Context["linker"]): void {
  const context = order.items.findIndex((item) => textOf(item) === review);
  const entries = steps?.kind === "object" ? steps.entries : new Map<string, Entry>();
  const behind = context < 0 ? [] : order.items.slice(context + 1);
  const later = behind.find((item) => order.at.layer === "overlay" || entries.get(textOf(item) ?? "")?.beside === undefined);
  if (later !== undefined) report(later.at, problems.reviewNotLast(review, textOf(later) ?? ""));
}

/** A step must be a value of the state schema. */
function checkStep(
  step: string,
  { key, beside }: Pick<Entry, "key" | "beside">,
  pathNode: SourceNode | null,
  { report, state }: Context["linker"],
): void {
  const path = textOf(pathNode);
  if (path === null) return;
  const found = read(state, path);
  if ("missing" in found || found.type.values === null || found.type.values.includes(step)) return;
  const steps = found.type.values.filter((value) => typeof value === "string");
  // A brand adds it: the base could extend the state, and an overlay cannot.
  report(key, beside === undefined ? conditions.constantNotInEnum(step, `"${path}"`, found.type.values) : stepNotStored(step, path, steps));
}

/** The path of the state that a wizard reads its step from. */
export function compileStatePath(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const path = textOf(node);
  const found = path === null || context.linker.state.any ? null : read(context.linker.state, path);
  if (path !== null && found !== null && "missing" in found)
    context.linker.report(node.at, problems.unknownVariable(path, found.missing, found.known));
  return structure(node, { ...schema, type: "string" }, context);
}

/** Reports why a wizard cannot rewrite a `step`. */
export function reportStep(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const step = textOf(node);
  if (step === null) return structure(node, { ...schema, type: "string" }, context);
  const { linker, screen } = context;
  const { entries, complete } = linker.names.wizards;
  const own = [...entries.values()].find((wizard) =>
    entriesOf(childOf(wizard, "steps", "items")).some(([, one]) => textOf(childOf(one.node, "screen")) === screen?.id),
  );
  const steps = [...(own === undefined ? entries.values() : [own])].flatMap((wizard) => keysOf(childOf(wizard, "steps", "items")));
  const keywords = ["next", "back", "first"];
  if (!complete) return step;
  if (own === undefined && keywords.includes(step) && screen !== null) linker.report(node.at, problems.stepOutsideWizard(screen.id));
  else if (keywords.includes(step) || steps.includes(step)) linker.report(node.at, problems.stepWithoutTarget(step));
  else linker.report(node.at, problems.unknownStep(step, [...keywords, ...steps]));
  return step;
}

/** Reports a `wizard` of a decision's row that cannot be rewritten: the name is unknown, or the wizard stores no step to resume at. */
export function reportResumed(node: SourceNode, schema: LanguageSchema, context: Context): unknown {
  const name = textOf(node);
  if (name === null) return structure(node, { ...schema, type: "string" }, context);
  const wizard = named(context.linker.names.wizards, name, node.at, context, problems.unknownWizard);
  if (wizard !== null && childOf(wizard, "step") === null) context.linker.report(node.at, problems.wizardNotResumed(name));
  return name;
}
