/** Exports `addWalk`: adds a walk to scenarios as a case where one of them begins with the same steps, for `flows coverage --write`. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { isBranch } from "./expand-cases.js";
import type { Answer, Branch, Scenario, See, Step } from "./scenario.js";

type Cases = Readonly<Record<string, readonly Step[] | Branch>>;

/** A step, and what is seen after it. */
interface Act {
  readonly step: Step;
  readonly see?: See;
}

function actsOf(steps: readonly Step[]): readonly Act[] {
  return steps.flatMap((step, index) => {
    if ("see" in step) return [];
    const next = steps[index + 1];
    return [next !== undefined && "see" in next ? { step, see: next.see } : { step }];
  });
}

const stepsOf = (acts: readonly Act[]): readonly Step[] => acts.flatMap(({ step, see }) => [step, ...(see === undefined ? [] : [{ see }])]);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How many steps two walks have in common at their beginning. */
function sharedLength(one: readonly Act[], other: readonly Act[]): number {
  const at = one.findIndex(({ step }, index) => !same(step, other[index]?.step));
  return at < 0 ? one.length : at;
}

/** The same steps: what the first walk sees after them, or else the other one. */
const merged = (one: readonly Act[], other: readonly Act[]): readonly Act[] => one.map((act, index) => ({ ...other[index], ...act }));

/** What a case does, in words: the control that is pressed, or the answer. */
function nameOf(acts: readonly Act[], siblings: Cases): string {
  const pressed = acts.find(({ step }) => "press" in step)?.step;
  const [{ step: first } = { step: {} as Step }] = acts;
  if ("answer" in first) return answerName(first.answer, first, siblings);
  if (pressed !== undefined && "press" in pressed)
    return pressed.nth === undefined ? pressed.press : `${pressed.press}, number ${pressed.nth}`;
  if ("open" in first) return `opens ${first.open}`;
  if ("wait" in first) return `after ${first.wait}`;
  if ("goBack" in first) return "the browser's Back";
  if ("reload" in first) return "loads the page again";
  if ("try" in first || "fill" in first || "type" in first) return "fields";
  return "answers" in first ? answersName(first.answers) : "the provider";
}

/** What loads get in place of the usual answers, in words. */
function answersName(answers: Readonly<Record<string, Answer>>): string {
  const fail = Object.values(answers).every((answer) => "fails" in answer);
  return `${Object.keys(answers).join(", ")} ${fail ? "failing" : "answering otherwise"}`;
}

function answerName(operation: string, answer: Answer, siblings: Cases): string {
  if ("fails" in answer) return `${operation} fails: ${answer.fails}`;
  for (const written of Object.values(siblings)) {
    const [step] = isBranch(written) ? written.steps : written;
    if (step === undefined || !("answer" in step) || step.answer !== operation || !("ok" in step)) continue;
    const [difference] = differences(step.ok, answer.ok, "");
    if (difference !== undefined) return `${operation} answers, ${difference}`;
  }
  return `${operation} answers`;
}

/** The values of an answer that another one does not have, in words. */
export function differences(before: Json, after: Json, path: string): readonly string[] {
  if (same(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one, index) => differences(one as Json, (after as readonly Json[])[index] ?? null, path));
  if (isObject(before) && isObject(after))
    return Object.keys(after).flatMap((key) => differences(before[key] ?? null, after[key] ?? null, path === "" ? key : `${path}.${key}`));
  const text = typeof after === "string" ? after : JSON.stringify(after);
  return [`${path} ${text.length > 40 ? "otherwise" : text}`.trim()];
}

function freeName(name: string, taken: object): string {
  for (let number = 1; ; number += 1) {
    const full = number === 1 ? name : `${name} (${number})`;
    if (!Object.hasOwn(taken, full)) return full;
  }
}

const compact = ({ steps, cases, failures }: Branch): readonly Step[] | Branch =>
  cases === undefined && failures === undefined ? steps : { steps, ...(failures ? { failures } : {}), ...(cases ? { cases } : {}) };

/** The branch with a walk that begins with its steps, or with some of them. */
function withActs(branch: Branch, acts: readonly Act[], failures: Branch["failures"]): Branch {
  const own = actsOf(branch.steps);
  const length = sharedLength(own, acts);
  if (length < own.length) {
    // The branch ends where the walks part; what followed is its first case.
    const rest = own.slice(length);
    const first = compact({ ...branch, steps: stepsOf(rest) });
    return withActs({ steps: stepsOf(own.slice(0, length)), cases: { [nameOf(rest, {})]: first } }, acts, failures);
  }
  const steps = stepsOf(merged(own, acts));
  const rest = acts.slice(length);
  if (rest.length === 0) return { ...branch, steps, ...(failures === undefined ? {} : { failures: { ...branch.failures, ...failures } }) };
  const cases: Cases = branch.cases ?? {};
  for (const [name, written] of Object.entries(cases)) {
    const inner = isBranch(written) ? written : { steps: written };
    if (sharedLength(actsOf(inner.steps), rest) === 0) continue;
    return { ...branch, steps, cases: { ...cases, [name]: compact(withActs(inner, rest, failures)) } };
  }
  const added = compact({ steps: stepsOf(rest), ...(failures === undefined ? {} : { failures }) });
  return { ...branch, steps, cases: { ...cases, [freeName(nameOf(rest, cases), cases)]: added } };
}

/**
 * Adds a walk to the scenario of the same depositor that begins with the same step, as a case, or else as a separate
 * scenario with this title. `failures`: a table at its end.
 */
export function addWalk(scenarios: Record<string, Scenario>, title: string, walk: Scenario, failures?: Branch["failures"]): void {
  const { steps, cases: _cases, failures: _failures, ...own } = walk;
  const acts = actsOf(steps);
  for (const [name, written] of Object.entries(scenarios)) {
    const { steps: before, cases, failures: rows, ...rest } = written;
    if (!same(rest, own) || sharedLength(actsOf(before), acts) === 0) continue;
    const branch: Branch = { steps: before, ...(rows ? { failures: rows } : {}), ...(cases ? { cases } : {}) };
    scenarios[name] = { ...rest, ...withActs(branch, acts, failures) };
    return;
  }
  const [first] = steps;
  const full = first !== undefined && "answers" in first ? `${title}: ${answersName(first.answers)}` : title;
  scenarios[freeName(full, scenarios)] = { ...own, steps, ...(failures === undefined ? {} : { failures }) };
}
