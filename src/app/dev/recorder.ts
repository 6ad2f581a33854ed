/** Exports `ScenarioRecorder` for the development bar: collects what a depositor does and what operations answer, as a scenario. No DOM. */
import type { DepositorState, Outcome } from "../../engine/events.js";
import { completeState, writeSlices } from "../../engine/state-writes.js";
import { type BundleCore, COMPUTED_SLICES } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { canonical } from "../../language/hash.js";
import { isObject } from "../../language/json.js";
import type { Answer, Scenario, Step } from "../../scenarios/scenario.js";

/** What all scenarios have in common: `flows/scenarios/answers.json`. */
export interface CommonData {
  /** The answers of operations in every scenario that does not override them. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The different answers with a brand, by its slug. */
  readonly brandAnswers?: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** Data that the forms accept, by schema id. */
  readonly fills: Readonly<Record<string, { readonly [field: string]: Json }>>;
}

/** The previewed persona, with its state as its file has it. */
export interface PreviewedPersona {
  readonly name: string;
  readonly state: DepositorState;
}

export interface RecordingStart {
  readonly core: BundleCore;
  readonly common: CommonData;
  readonly brand: string;
  /** Null where no preview is shown. */
  readonly persona: PreviewedPersona | null;
  readonly state: DepositorState;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The slice with the data of the brand: a scenario has that of `answers.json`. */
const BRAND_DATA = "branding";

type Values = Readonly<Record<string, Json>>;

/** A step with what must precede it. */
interface Entry {
  readonly fill: Record<string, Json>;
  readonly answers: Record<string, Answer>;
  readonly step: Step;
}

/** A call that was sent this long after the last step was sent by a timer: the scenario waits as long. */
const TIMER_PAUSE = 1_000;

/** Before a press, only a pause that a monitor can notice counts. */
const IDLE_PAUSE = 60_000;

/** The text in place of a token, a password or an identity number. */
export const SECRET_SAMPLE = "Example";

const SECRET_NAME = /token|password|secret|^ssn$|^tax_id$|account_number$/i;

/** The data with a sample in place of each secret text. */
function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]): [string, Json] => [
      name,
      typeof part === "string" && SECRET_NAME.test(name) ? SECRET_SAMPLE : withoutSecrets(part),
    ]),
  );
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The values that differ, by path. A list of another length is one value; null: the value was removed. */
export function changedValues(before: Json | undefined, after: Json | undefined, path = ""): Values {
  if (isSame(before ?? null, after ?? null)) return {};
  const names = commonNames(before, after);
  if (names === null) return { [path]: after ?? null };
  const partOf = (value: Json | undefined, name: string) => (value as Values | undefined)?.[name];
  return Object.assign(
    {},
    ...names.map((name) => changedValues(partOf(before, name), partOf(after, name), path === "" ? name : `${path}.${name}`)),
  ) as Values;
}

/** The names of the parts that are compared one by one; null where the values are compared whole. */
function commonNames(before: Json | undefined, after: Json | undefined): readonly string[] | null {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && after.every(isObject) ? Object.keys(after) : null;
  if (isObject(after) && (isObject(before) || before === undefined))
    return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return null;
}

/** The answer as a scenario writes it. `fields`: the top-level fields of the operation's answer. */
function answerOf(outcome: Outcome, fields: readonly string[]): Answer {
  if (outcome.status === "ok") {
    const [only = "", ...more] = fields;
    return { ok: withoutSecrets(more.length === 0 ? (outcome.result[only] ?? null) : outcome.result) };
  }
  const { status, code, errors } = outcome;
  const fails = code === null || typeof status !== "number" ? String(status) : `${status}.${code}`;
  return { fails, ...(errors.length === 0 ? {} : { errors: errors.map(({ path, message }) => ({ path, message })) }) };
}

/** The answers of operations that the scenario does not override. */
const usualAnswers = ({ common, brand }: RecordingStart): CommonData["answers"] => ({ ...common.answers, ...common.brandAnswers?.[brand] });

/** Who the depositor of the scenario is. */
function givenOf(start: RecordingStart): NonNullable<Scenario["given"]> {
  const { core, persona, at } = start;
  const loaded = Object.keys(usualAnswers(start)).flatMap((operation) => core.operations[operation]?.fields ?? []);
  const left = new Set([...COMPUTED_SLICES, BRAND_DATA, ...loaded]);
  const base = completeState(core, persona?.state ?? {});
  const differing = Object.entries(completeState(core, start.state)).filter(
    ([slice, value]) => !left.has(slice) && !isSame(value, base[slice] ?? null),
  );
  const state = differing.map(([slice, value]): [string, Json] => [slice, withoutSecrets(value)]);
  return {
    // The data of personas is of the day on which scenarios begin.
    ...(persona === null ? { now: new Date(at).toISOString() } : { persona: persona.name }),
    ...(state.length === 0 ? {} : { state: Object.fromEntries(state) }),
  };
}

/** A recording as JSON, for the page that is loaded next. It has samples in place of secrets. */
export interface StoredRecording {
  readonly brand: string;
  readonly common: CommonData;
  /** The name of the previewed persona; null where no preview is shown. */
  readonly persona: string | null;
  readonly given: NonNullable<Scenario["given"]>;
  readonly entries: readonly Entry[];
  readonly known: readonly (readonly [operation: string, answer: Answer])[];
  readonly typed: Values;
  /** The time of the last step, in epoch milliseconds. */
  readonly last: number;
  /** The address that the page shows. */
  readonly address: string;
  /** The state that the page has. */
  readonly state: DepositorState;
}

type Course = Pick<StoredRecording, "brand" | "common" | "persona" | "given">;

export class ScenarioRecorder {
  readonly #core: BundleCore;
  readonly #course: Course;
  readonly #entries: Entry[];
  /** The answers of the run without a browser, by operation. */
  readonly #known: Map<string, Answer>;
  /** The slices that the server has had before the page was loaded again, until they are loaded again. */
  readonly #served = new Map<string, Json>();
  #typed: Record<string, Json>;
  #last: number;

  private constructor(core: BundleCore, { brand, common, persona, given, entries, known, typed, last }: StoredRecording) {
    this.#core = core;
    this.#course = { brand, common, persona, given };
    this.#entries = [...entries];
    this.#known = new Map(known);
    this.#typed = { ...typed };
    this.#last = last;
  }

  static begun(start: RecordingStart): ScenarioRecorder {
    const { core, brand, common, persona, address, at } = start;
    const known = Object.entries(usualAnswers(start));
    const course = { brand, common, persona: persona?.name ?? null, given: givenOf(start) };
    const recorder = new ScenarioRecorder(core, { ...course, entries: [], known, typed: {}, last: at, address, state: {} });
    recorder.#add({ open: address }, at);
    return recorder;
  }

  /** Continues a recording in a page that was loaded at an address, the same one or another. */
  static continued(core: BundleCore, stored: StoredRecording, address: string, at: number): ScenarioRecorder {
    const recorder = new ScenarioRecorder(core, stored);
    if (address !== stored.address) recorder.opened(address, at);
    recorder.#waited(at, IDLE_PAUSE);
    recorder.#add({ reload: true }, at);
    for (const [slice, value] of Object.entries(stored.state)) recorder.#served.set(slice, value);
    return recorder;
  }

  /** `state`: the present one, without which the answers after a reload could not be compared. */
  stored(address: string, state: DepositorState): StoredRecording {
    return {
      ...this.#course,
      entries: this.#entries,
      known: [...this.#known],
      typed: this.#typed,
      last: this.#last,
      address,
      state: withoutSecrets(state as Json) as DepositorState,
    };
  }

  get common(): CommonData {
    return this.#course.common;
  }

  /** Adds a step behind the values that were typed before it. */
  #add(step: Step, at: number): Entry {
    const entry: Entry = { fill: this.#typed, answers: {}, step };
    this.#typed = {};
    this.#last = at;
    this.#entries.push(entry);
    return entry;
  }

  #waited(at: number, least: number): void {
    const pause = at - this.#last;
    if (pause >= least) this.#add({ wait: `PT${Math.ceil(pause / 1_000)}S` }, at);
  }

  /** Values that the depositor has typed, by path; null for an emptied field. */
  filled(values: Values): void {
    Object.assign(this.#typed, values);
  }

  /** `nth`: the position of the control among several with the same text. Returns the function for values that the press has committed. */
  pressed(text: string, nth: number | null, at: number): (values: Values) => void {
    this.#waited(at, IDLE_PAUSE);
    const { fill } = this.#add({ press: text, ...(nth === null ? {} : { nth }) }, at);
    return (values) => void Object.assign(fill, values);
  }

  /** The depositor has typed a text into a field, and chosen the suggestion with this label. See `pressed`. */
  chose(path: string, typed: string, label: string, nth: number | null, at: number): void {
    this.#waited(at, IDLE_PAUSE);
    const { [path]: _typed, ...others } = this.#typed;
    this.#typed = others;
    this.#add({ type: { [path]: typed } }, at);
    this.#add({ press: label, ...(nth === null ? {} : { nth }) }, at);
  }

  /** The provider's frame has posted a message; null: it reports that the depositor leaves it. */
  provided(message: Json, at: number): void {
    const last = this.#entries.at(-1)?.step;
    // The page waits for a success after the provider's exit: what it does is due to the success alone.
    if (message !== null && last !== undefined && "provider" in last && last.provider === null) this.#entries.pop();
    this.#waited(at, IDLE_PAUSE);
    this.#add({ provider: message }, at);
  }

  /** The browser's Forward shows an address again: no step is the same. */
  opened(address: string, at: number): void {
    this.#waited(at, IDLE_PAUSE);
    this.#add({ open: address }, at);
  }

  wentBack(at: number): void {
    this.#waited(at, IDLE_PAUSE);
    this.#add({ goBack: true }, at);
  }

  /** A call was sent. Returns the function for its outcome; `state`: the state before the outcome is written to it. */
  sent(operation: string, kind: "query" | "mutation", at: number): (outcome: Outcome, state: DepositorState, at: number) => void {
    this.#waited(at, TIMER_PAUSE);
    const cause = this.#entries.at(-1);
    return (outcome, state, answeredAt) => {
      const answer = answerOf(outcome, this.#core.operations[operation]?.fields ?? []);
      if (kind === "mutation" && !this.#known.has(operation)) {
        this.#add({ answer: operation, ...answer }, answeredAt);
        return;
      }
      if (this.#isExpected(operation, outcome, answer, state)) return;
      this.#known.set(operation, answer);
      if (cause !== undefined) cause.answers[operation] = answer;
    };
  }

  /** Whether the run without a browser answers the same, as the scenario is so far. */
  #isExpected(operation: string, outcome: Outcome, answer: Answer, state: DepositorState): boolean {
    const core = this.#core;
    const fields = core.operations[operation]?.fields ?? [];
    if (fields.every((field) => field === BRAND_DATA)) return true;
    const known = this.#known.get(operation);
    if (known !== undefined) return isSame(known, answer);
    if (outcome.status !== "ok" || !fields.every((field) => Object.hasOwn(core.initial, field))) return false;
    const served = fields.flatMap((field): readonly [string, Json][] => {
      const value = this.#served.get(field);
      this.#served.delete(field);
      return value === undefined ? [] : [[field, value]];
    });
    const before = withoutSecrets({ ...state, ...Object.fromEntries(served) }) as DepositorState;
    return isSame(writeSlices(core, before, withoutSecrets(outcome.result) as typeof outcome.result), before);
  }

  scenario(): Scenario {
    const steps = this.#entries.flatMap(({ fill, answers, step }): readonly Step[] => [
      ...(Object.keys(fill).length === 0 ? [] : [{ fill }]),
      ...(Object.keys(answers).length === 0 ? [] : [{ answers }]),
      step,
    ]);
    const typed = Object.keys(this.#typed).length === 0 ? [] : [{ fill: this.#typed }];
    return { brands: [this.#course.brand], given: this.#course.given, steps: [...steps, ...typed] };
  }
}

/** The text of a file in flows/scenarios with this scenario. */
export function scenarioFile(scenario: Scenario): string {
  const title = `Recorded from ${scenario.steps.flatMap((step) => ("open" in step ? [step.open] : []))[0] ?? ""}`;
  return `${JSON.stringify({ $schema: "../../schemas/scenario.schema.json", scenarios: { [title]: scenario } }, null, 2)}\n`;
}
