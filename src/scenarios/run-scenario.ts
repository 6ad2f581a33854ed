/** Exports `runScenario` for the flow tool: performs the steps of a scenario and returns what was not as expected. */

import type { DepositorState } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import { completeState } from "../engine/state-writes.js";
import type { FormBlock } from "../language/blocks.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { durationOf } from "../language/durations.js";
import { isObject } from "../language/json.js";
import type { DeclaredFailure } from "../language/outcomes.js";
import { nearest, noSuch } from "../language/suggest.js";
import { withBrandNames } from "./brand-names.js";
import { asKeywords, observeChanges, shortened } from "./changes.js";
import { presentDestinations, unknownPersonas, wrongDestinations } from "./destinations.js";
import { differenceOf, isSame } from "./difference.js";
import { expectedOf, mismatches, presentExpectation, rowsOf } from "./expectations.js";
import { inputOf, wrongFill } from "./field-input.js";
import { pressOfFrame } from "./frame.js";
import type { LoadedBundle } from "./loaded-bundle.js";
import { fieldsWithoutQuery } from "./other-tab.js";
import { withoutBrackets } from "./presentation.js";
import { shownTexts } from "./renamed-texts.js";
import { type Answer, type Changes, type Destinations, ESCAPE, type Scenario, type Step, type Tried } from "./scenario.js";
import { Session } from "./session.js";
import { formOf, tryValues, wrongTries } from "./try-values.js";
import type { VisibleControl } from "./visible-content.js";

/** The instant at which a scenario begins that does not name one. */
export const START = "2026-11-21T17:00:00.000Z";

/** The fields of a branding that name the brand; all others are its rules, which a scenario may vary. */
const BRAND_NAMES = ["name", "short_name", "slug"] as const;

/** What a step expects. */
export type Expected = Changes | Tried | Destinations;

/** What was not as expected in one step; `message` is for the person who wrote the scenario. */
export interface ScenarioFailure {
  /** The position of the step, from 0; the number of steps for what concerns the end. */
  readonly step: number;
  readonly message: string;
}

/** A persona of `flows/personas` by name. Slices that it does not have are initial. */
export interface PersonaState {
  readonly name: string;
  readonly state: { readonly [slice: string]: Json };
}

/** What steps press and fill with a bundle: a session is deterministic, so that a repeated step finds the same. */
export interface FoundControls {
  readonly pressed: WeakMap<Step, VisibleControl>;
  readonly forms: WeakMap<Step, readonly FormBlock[]>;
}

/** What all scenarios of a run share, and the callbacks of the commands that use the runner. */
export interface ScenarioOptions {
  readonly personas: readonly PersonaState[];
  /** What operations answer in every scenario that does not say otherwise (`flows/scenarios/answers.json`). */
  readonly answers: Readonly<Record<string, Answer>>;
  /** What they answer instead with a brand, by its slug. */
  readonly brandAnswers?: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** The message and the fields of a failure that does not name them (`flows/outcomes.json`). */
  readonly failureOf: (operation: string, failure: string) => DeclaredFailure;
  /** Receives what each step expects with what is present in its place; such a step does not fail. */
  readonly update?: (step: number, present: Expected) => void;
  /** Receives each answer that a call gets at once. */
  readonly used?: ((answer: Answer) => void) | undefined;
  /** Receives the session before the first step. */
  readonly begun?: (session: Session) => void;
  /** What the steps of walks press and fill, which have the same steps before them in each walk that repeats them. Without it, nothing is kept. */
  readonly found?: FoundControls;
  /** Receives the session after each step that was performed. */
  readonly performed?: (step: number, session: Session) => void;
}

/** The state with which a scenario begins. A persona's data of a brand are those of this brand. */
export function startState(core: BundleCore, given: Scenario["given"], options: ScenarioOptions): DepositorState {
  const persona = options.personas.find(({ name }) => name === given?.persona);
  const own = persona === undefined ? {} : slicesOf(core, options.brandAnswers?.[core.brand.slug] ?? {});
  const { branding, ...others } = given?.state ?? {};
  const named: { readonly [slice: string]: Json } =
    branding === undefined ? {} : { branding: namedBranding(branding, slicesOf(core, usualAnswers(core, options)).branding) };
  return { ...completeState(core, { ...persona?.state, ...own, ...others, ...named }), now: given?.now ?? START };
}

/** A given branding with the names of the brand that runs the scenario: a page drops the branding of another brand. */
function namedBranding(branding: Json, own: Json | undefined): Json {
  if (!isObject(branding) || !isObject(own)) return branding;
  return { ...branding, ...Object.fromEntries(BRAND_NAMES.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))) };
}

/**
 * The given slices that no page begins with: the browser does not persist them, and no query loads them. Their
 * expectations would be met in any case.
 */
function lostSlices({ initial, persisted, operations }: BundleCore, { state = {} }: NonNullable<Scenario["given"]>): readonly string[] {
  const isLoaded = (slice: string): boolean =>
    Object.values(operations).some(({ kind, fields }) => kind === "query" && fields.includes(slice));
  return Object.keys(state).filter((slice) => Object.hasOwn(initial, slice) && !Object.hasOwn(persisted, slice) && !isLoaded(slice));
}

const messageOfLost = (slice: string): string =>
  `given.state.${slice}: the browser does not persist it and no query loads it, so no page begins with it. Let a step change it.`;

/** The slices that answers of operations with one field fill. */
function slicesOf({ operations }: BundleCore, answers: Readonly<Record<string, Answer>>): { readonly [slice: string]: Json } {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([operation, answer]): readonly [string, Json][] => {
      const [slice, ...more] = operations[operation]?.fields ?? [];
      return slice === undefined || more.length > 0 || !("ok" in answer) ? [] : [[slice, answer.ok]];
    }),
  );
}

/** What operations answer with a brand in every scenario that does not say otherwise. */
export function usualAnswers({ brand }: BundleCore, { answers, brandAnswers }: ScenarioOptions): Readonly<Record<string, Answer>> {
  return { ...answers, ...brandAnswers?.[brand.slug] };
}

/** Performs the steps until one is not as expected. Returns the failures of that step; none when all went as expected. */
export async function runScenario(
  loaded: LoadedBundle,
  { given = {}, answers = {}, steps }: Scenario,
  options: ScenarioOptions,
): Promise<readonly ScenarioFailure[]> {
  const { personas, failureOf, update, used, begun, performed, found = { pressed: new WeakMap(), forms: new WeakMap() } } = options;
  const names = personas.map(({ name }) => name);
  if (given.persona !== undefined && !names.includes(given.persona)) return [{ step: 0, message: noSuch("persona", given.persona, names) }];
  const now = given.now ?? START;
  const { core } = loaded.bundle;
  const lost = lostSlices(core, given);
  if (lost.length > 0) return lost.map((slice) => ({ step: 0, message: messageOfLost(slice) }));
  const state = startState(core, given, options);
  const usual = usualAnswers(core, options);
  const session = new Session(loaded, { state, now: Date.parse(now), answers: { ...usual, ...answers }, failureOf, used });
  let current = 0;
  begun?.(session);
  try {
    for (const [index, step] of steps.entries()) {
      current = index;
      if ("destinations" in step) {
        const destinations = rowsOf(step.destinations, step.brands, core.brand.slug);
        const unknown = unknownPersonas(destinations, names);
        if (unknown.length > 0) return unknown.map((message) => ({ step: index, message }));
        const present = presentDestinations(core, destinations, personas, now);
        if (update !== undefined) update(index, present);
        else if (!isSame(destinations, present))
          return wrongDestinations(destinations, present).map((message) => ({ step: index, message }));
        continue;
      }
      const failures = await perform(
        { session, loaded, found },
        step,
        update === undefined ? undefined : (present) => update(index, present),
      );
      const faults = session.faults.map(({ message }) => `The runtime reports an error: ${message}`);
      if (failures.length + faults.length > 0) return [...failures, ...faults].map((message) => ({ step: index, message }));
      performed?.(index, session);
    }
    return [];
  } catch (error) {
    // A value of a wrong type, for example: in a browser, the screen could not be shown.
    return [{ step: current, message: `The screen can't be shown: ${error instanceof Error ? error.message : String(error)}` }];
  } finally {
    session.close();
  }
}

interface Run {
  readonly session: Session;
  readonly loaded: LoadedBundle;
  readonly found: FoundControls;
}

/** Performs a step; returns what is not as expected. `update`: see `ScenarioOptions`. */
async function perform(
  run: Run,
  step: Exclude<Step, { readonly destinations: Destinations }>,
  update?: (present: Expected) => void,
): Promise<readonly string[]> {
  const { session } = run;
  if ("open" in step) await session.open(step.open);
  else if ("goBack" in step) await session.goBack();
  else if ("reload" in step) await session.reload();
  else if ("otherTab" in step) {
    const unknown = fieldsWithoutQuery(session.core, step.otherTab);
    if (unknown.length > 0) return unknown.map((field) => `No query answers "${field}", so another tab reports no change of it.`);
    await session.otherTab(step.otherTab);
  } else if ("answers" in step) session.setAnswers(step.answers);
  else if ("see" in step) {
    const expected = expectedOf(step.see, session.core.brand.slug);
    const present = presentExpectation(session, expected);
    const wrong = update === undefined ? mismatches(session, expected, present) : [];
    update?.(present);
    session.takeSent();
    return wrong;
  } else if ("wait" in step) {
    const milliseconds = durationOf(step.wait);
    if (milliseconds === null) return [`"${step.wait}" is not an ISO 8601 duration such as PT15M.`];
    await session.wait(milliseconds, step.while);
  } else if ("fill" in step) return fill(run, step);
  else if ("type" in step) return type(session, step.type);
  else if ("press" in step) return press(run, step);
  else if ("provider" in step) return provide(session, step.provider);
  else if ("try" in step) {
    const expected = rowsOf(step.try, step.brands, session.core.brand.slug);
    const { tried, refused } = tryValues(session, expected);
    if (refused.length > 0 || update === undefined) return [...refused, ...wrongTries(expected, tried)];
    update(tried);
  } else {
    const call = session.calls.find(({ operation }) => operation === step.answer);
    if (call === undefined) return [`No call of ${step.answer} waits for an answer. ${waitingCalls(session)}`];
    const changes = step.changes === undefined ? null : observeChanges(session);
    await session.answer(call, step);
    const present = changes?.();
    if (present === undefined || step.changes === undefined) return [];
    const expected = shortened(expectedOf(asKeywords(step.changes), session.core.brand.slug));
    if (update !== undefined) update(present);
    else if (!isSame(expected, present))
      return differenceOf("What the answer changes", expected as Json, present as Json).map((difference) => `${difference}.`);
  }
  return [];
}

function waitingCalls({ calls }: Session): string {
  return calls.length === 0 ? "No call waits." : `These wait: ${calls.map(({ operation }) => operation).join(", ")}.`;
}

function fill({ session, found }: Run, step: Extract<Step, { readonly fill: unknown }>): readonly string[] {
  // Which forms a screen has does not depend on what is typed into them.
  const forms = found.forms.get(step) ?? session.content()?.forms ?? [];
  found.forms.set(step, forms);
  return Object.entries(step.fill).flatMap(([path, value]) => {
    const form = formOf(forms, path);
    if (typeof form === "string") return [form];
    const wrong = wrongFill(form, path, value);
    if (wrong.length > 0) return wrong;
    session.fill(form, path, value);
    return [];
  });
}

async function type(session: Session, values: { readonly [field: string]: string }): Promise<readonly string[]> {
  for (const [path, text] of Object.entries(values)) {
    const form = formOf(session.content()?.forms ?? [], path);
    if (typeof form === "string") return [form];
    const { lookup } = inputOf(form, path);
    if (lookup === null) return [`The field "${path}" looks nothing up: use "fill".`];
    await session.type(form, path, text, lookup);
  }
  return [];
}

type Press = Extract<Step, { readonly press: string }>;

async function press({ session, loaded, found }: Run, step: Press): Promise<readonly string[]> {
  const { press: written, nth } = step;
  const { core } = loaded.bundle;
  const label = withBrandNames(written, session.branding);
  const texts = shownTexts(loaded.renamed, session.screen?.resolution.screen ?? "", label);
  const isPressed = (text: string | null): boolean => text !== null && texts.includes(text);
  const { question } = session;
  if (question !== null) {
    if (label === ESCAPE) {
      await session.answerQuestion(null);
      return [];
    }
    if (!isPressed(question.confirm) && !isPressed(question.cancel))
      return [`The question "${question.title}" is open: it has "${question.confirm}" and "${question.cancel}".`];
    await session.answerQuestion(isPressed(question.confirm));
    return [];
  }
  if (label === ESCAPE && session.suggestions.areShown) {
    session.suggestions.close();
    return [];
  }
  const known = found.pressed.get(step);
  if (known !== undefined) return pressed(session, known);
  const content = session.content();
  if (content === null) return [`No screen is shown at ${session.address}, as it waits. ${waitingCalls(session)}`];
  const same = content.controls.filter((control) => isPressed(control.label));
  const control = same[(nth ?? 1) - 1];
  if (nth === undefined && same.some((one) => control !== undefined && !isSameControl(one, control)))
    return [`${same.length} controls have the text "${label}": say which with "nth".`];
  if (control?.isCooling === true) return [`"${label}" does nothing yet.`];
  if (control !== undefined) {
    found.pressed.set(step, control);
    return pressed(session, control);
  }
  const chrome = (name: string): string | null => {
    const text = core.chrome[name];
    return text === undefined ? null : formatText(text, session.scope, core.formats);
  };
  if (isPressed(chrome("logo")) && (await session.pressLogo())) return [];
  if (isPressed(chrome("back")) && (await session.back())) return [];
  const entry = session.screen?.resolution.nav.find((one) => isPressed(one.label));
  if (entry !== undefined) {
    await session.navigate(entry.path);
    return [];
  }
  if (await pressOfFrame(session, isPressed, chrome, nth ?? 1)) return [];
  if (isPressed(chrome("logout")) && core.actions.logout !== undefined) {
    await session.raiseOfApp("logout");
    return [];
  }
  return [noControl(label, session.address, content.controls)];
}

/** A control is often written with the brackets of `controls`, where its text is expected. */
function noControl(label: string, address: string, controls: readonly VisibleControl[]): string {
  const texts = controls.map((one) => one.label);
  const near = nearest(withoutBrackets(label), texts);
  if (near !== null) return `No control of ${address} has the text "${label}"; did you mean "${near}"?`;
  return `No control has the text "${label}". The screen ${address} has: ${texts.map((text) => `"${text}"`).join(", ")}.`;
}

/** Presses a control; returns why it does nothing. */
async function pressed(session: Session, control: VisibleControl): Promise<readonly string[]> {
  if (session.isBusy(control)) return [`"${control.label}" does nothing while its action is running. ${waitingCalls(session)}`];
  await session.press(control);
  return [];
}

/** Controls with the same effect, such as a link that is in a list and below it. */
function isSameControl(one: VisibleControl, other: VisibleControl): boolean {
  return one.action === other.action && JSON.stringify(one.go) === JSON.stringify(other.go) && one.item === other.item;
}

async function provide(session: Session, message: Json): Promise<readonly string[]> {
  const [block] = session.content()?.providers ?? [];
  if (block === undefined) return ["The screen has no embedded provider."];
  await session.provider(message, { key: block.key, event: String(block.event), exit: String(block.exit) });
  return [];
}
