/**
 * Exports the answers that a page gets while a scenario is played in a browser: what the scenario says, and for other queries
 * the slices of the state, as in the session without a browser.
 */
import type { Page, Request, Route } from "playwright-core";
import type { DepositorState, Outcome } from "../../engine/events.js";
import type { BundleCore } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import type { DeclaredFailure } from "../../language/outcomes.js";
import { outcomeOf, outcomeOfState } from "../../scenarios/outcome-of.js";
import type { Answer } from "../../scenarios/scenario.js";

export interface PageAnswers {
  /** The calls that wait for a step of the scenario, in their order. */
  readonly waiting: () => readonly { readonly operation: string; readonly variables: Json }[];
  /** Answers the first waiting call of the operation; false when none waits. */
  readonly answer: (operation: string, answer: Answer) => boolean;
  readonly setAnswers: (answers: Readonly<Record<string, Answer>>) => void;
  /** The data that the server has from now on. Values that a page load has reset are those before it. */
  readonly setState: (state: DepositorState) => void;
  /** Resolves when the page has the answer to every call that does not wait for a step. */
  readonly settled: () => Promise<void>;
}

/** How long a page takes to send a call that has become due, or to apply an answer, in milliseconds. */
const TURN = 10;

interface WaitingCall {
  readonly request: Request;
  readonly operation: string;
  readonly variables: Json;
  readonly answered: (answer: Answer) => void;
}

interface GraphqlCall {
  readonly query: string;
  readonly variables?: Json;
}

const NAME = /^\s*(?:query|mutation)\s+(\w+)/;

/** The call in a multipart request: the field `operations` (GraphQL multipart request specification). */
function multipartCall(body: string): string {
  return /name="operations"\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/.exec(body)?.[1] ?? "";
}

/**
 * Runs in the page: removes the bank's own answers, with which the gateway has rendered the first screen, before the app reads
 * them. The page requests all data, and gets the answers of the scenario.
 */
function forgetAnswers(): void {
  document.addEventListener("readystatechange", () => {
    const data = document.getElementById("passbook");
    if (document.readyState !== "interactive" || data === null) return;
    const { slices: _answers, ...others } = JSON.parse(data.textContent ?? "{}") as { readonly slices?: unknown };
    data.textContent = JSON.stringify(others);
  });
}

/** The GraphQL response of an outcome. */
function responseOf(outcome: Outcome): object {
  if (outcome.status === "ok") return { data: outcome.result };
  const { status, code, message, errors, request_id } = outcome;
  return { data: null, errors: [{ message, extensions: { status, code, message, errors, request_id } }] };
}

export async function answerPage(
  page: Page,
  core: BundleCore,
  given: Readonly<Record<string, Answer>>,
  failureOf: (operation: string, failure: string) => DeclaredFailure,
): Promise<PageAnswers> {
  const answers = new Map(Object.entries(given));
  const waiting: WaitingCall[] = [];
  const answering = new Set<Request>();
  let known: DepositorState = core.initial;

  async function outcome({ query, variables = {} }: GraphqlCall, request: Request): Promise<Outcome> {
    const [, name = ""] = NAME.exec(query) ?? [];
    const operation = core.operations[name];
    const outcomeFor = (answer: Answer): Outcome => outcomeOf(answer, { operation, variables }, (failure) => failureOf(name, failure));
    const answer = answers.get(name);
    if (answer !== undefined) return outcomeFor(answer);
    const present = outcomeOfState(core, operation, (slice) => known[slice] ?? null);
    if (present !== null) return present;
    return new Promise((resolve) => {
      answering.delete(request);
      waiting.push({ request, operation: name, variables, answered: (later) => resolve(outcomeFor(later)) });
    });
  }

  async function answerRoute(route: Route): Promise<void> {
    const request = route.request();
    answering.add(request);
    const body = request.postData() ?? "";
    const text = (request.headers()["content-type"] ?? "").startsWith("multipart/") ? multipartCall(body) : body;
    const calls = JSON.parse(text) as GraphqlCall | readonly GraphqlCall[];
    const outcomes = await Promise.all((Array.isArray(calls) ? calls : [calls]).map((call) => outcome(call, request)));
    // Of several queries in one request, each has its own failure, which the gateway reports when it cannot reach the bank.
    if (outcomes.every(({ status }) => status === "network")) return route.abort("internetdisconnected");
    const responses = outcomes.map(responseOf);
    await route.fulfill({ status: 200, json: Array.isArray(calls) ? responses : responses[0] });
  }

  // The runtime has aborted the call: nobody waits for its answer.
  page.on("requestfailed", (failed) => {
    for (const call of waiting.filter(({ request }) => request === failed)) waiting.splice(waiting.indexOf(call), 1);
  });
  await page.addInitScript(forgetAnswers);
  await page.route("**/graphql", (route) =>
    // The page may have been closed, or have aborted the call, before its answer.
    answerRoute(route)
      .catch((error: unknown) => {
        if (!page.isClosed()) throw error;
      })
      .finally(() => answering.delete(route.request())),
  );

  return {
    waiting: () => waiting.map(({ operation, variables }) => ({ operation, variables })),
    answer(operation, answer) {
      const index = waiting.findIndex((call) => call.operation === operation);
      const [call] = index < 0 ? [] : waiting.splice(index, 1);
      call?.answered(answer);
      return call !== undefined;
    },
    setAnswers(more) {
      for (const [operation, answer] of Object.entries(more)) answers.set(operation, answer);
    },
    setState(state) {
      const changed = Object.entries(state).filter(
        ([slice, value]) => JSON.stringify(value) !== JSON.stringify(core.initial[slice] ?? null),
      );
      known = { ...known, ...Object.fromEntries(changed) };
    },
    async settled() {
      do await new Promise((resolve) => setTimeout(resolve, TURN));
      while (answering.size > 0);
    },
  };
}

/**
 * Whether variables are those that the session without a browser sends. Random keys are equal to each other, and so are numbers
 * with and without the separators that the page adds or removes while they are typed.
 */
export function sameVariables(one: Json, other: Json): boolean {
  if (typeof one === "string" && typeof other === "string")
    return one === other || (isKey(one) && isKey(other)) || (digitsOf(one) !== null && digitsOf(one) === digitsOf(other));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part: Json, index) => sameVariables(part, (other as readonly Json[])[index] ?? null));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameVariables((one[name] as Json) ?? null, (other[name] as Json) ?? null));
}

/** The digits of a number with separators, such as a phone number; null for any other text. */
const digitsOf = (text: string): string | null => (/^[\d\s().-]+$/.test(text) ? text.replace(/\D/g, "") : null);

const isKey = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(text);
