/**
 * Tests every call of registration, linking and funding with every kind of fault, in the engine: the depositor reads what
 * happened and what to do next, keeps the typed data, and is on a screen with an exit. The calls come from the compiled
 * bundle, so that the test covers new calls.
 */
import { describe, expect, it } from "vitest";
import { shownScreen } from "../../src/cli/visible-screen.js";
import type { Command, DepositorState, Location, Resolution } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import { transition } from "../../src/engine/transition.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { pathsRead } from "../../src/language/logic-reads.js";
import { holds } from "../../src/language/predicate.js";
import { type Fault, faultsAt, NEXT_STEP, RESULT, SAFE, SERVER, specified } from "./faults.js";
import { personaAt } from "./persona-states.js";
import { NOW } from "./screen-walk.js";
import { BRANDS, bundleOf } from "./shipped.js";

/** S2.1's Auth, Registration, Manual funding, Relink and Fund account, and the message center that they lead to. */
const JOURNEYS = ["auth", "registration", "linking", "funding", "support", "joint-onboarding"];
/** Actions that the depositor did not request: they fail without a message (F14), except a 401 and a 451. */
const SILENT_ACTIONS = new Set(["message-center.seen"]);
/** The background action whose dialog asks the depositor: it is not silent. */
const ASKED = "warnIdle";
/** Background calls and the logout: they fail without a message (F14), except a 401 and a 451, which the logout ignores. */
const SILENT = new Set(["AuthCheck", "CheckJointInvitation", "LinkedAccounts", "LogPageView", "Logout"]);

interface Call {
  readonly screen: string;
  readonly action: string;
  readonly operation: string;
}

function callsOf(slug: string): readonly Call[] {
  const { journeys } = bundleOf(slug);
  return JOURNEYS.flatMap((name) =>
    Object.entries(journeys[name]?.screens ?? {}).flatMap(([screen, { actions, timers }]) => {
      // A failed round of a poll says nothing, since the next round may succeed (`polls.test.ts`).
      const polled = Object.values(timers).flatMap(({ every, action }) => (every === undefined ? [] : [action]));
      return Object.entries(actions).flatMap(([action, { call }]) =>
        call === undefined || polled.includes(action) ? [] : [{ screen, action, operation: call }],
      );
    }),
  );
}

interface Data {
  readonly screen: string;
  readonly key: string;
  readonly query: string;
}

function dataOf(slug: string): readonly Data[] {
  const { journeys } = bundleOf(slug);
  return JOURNEYS.flatMap((name) =>
    Object.entries(journeys[name]?.screens ?? {}).flatMap(([screen, { data }]) =>
      Object.entries(data).map(([key, { query }]) => ({ screen, key, query })),
    ),
  );
}

const contentOf = (slug: string, screen: string) => {
  const { core, journeys } = bundleOf(slug);
  const content = journeys[core.screens[screen]?.journey ?? ""]?.screens[screen];
  if (content === undefined) throw new Error(`${screen} has no content`);
  return content;
};

type Fields = { readonly [field: string]: Json };
const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

interface Form {
  readonly schemaId: string;
  readonly submit: string;
  readonly order: readonly string[];
}

function formsIn(blocks: readonly CompiledBlock[]): readonly Form[] {
  return blocks.flatMap((block) => {
    const { schemaId, submit, fields, body } = block as {
      schemaId?: string;
      submit?: string;
      fields?: { order: readonly string[] };
      body?: readonly CompiledBlock[];
    };
    const own =
      block.block === "form" && schemaId !== undefined && submit !== undefined ? [{ schemaId, submit, order: fields?.order ?? [] }] : [];
    return [...own, ...(Array.isArray(body) ? formsIn(body) : [])];
  });
}

/** The labels of a view's controls, options and form buttons. */
function pressable(view: Json): readonly string[] {
  if (Array.isArray(view)) return (view as readonly Json[]).flatMap(pressable);
  if (!isFields(view)) return [];
  const { label, go, action, submitLabel } = view;
  const own = typeof label === "string" && (go !== undefined || action !== undefined) ? [label] : [];
  const submit = typeof submitLabel === "string" ? [submitLabel] : [];
  return [...own, ...submit, ...Object.values(view).flatMap(pressable)];
}

interface Met {
  readonly state: DepositorState;
  readonly at: Resolution;
  readonly says: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
}

/** Executes the commands; at `/logout` also the effects of the screen itself. */
function follow(slug: string, state: DepositorState, from: Resolution, commands: readonly Command[]): Met {
  const { core, journeys } = bundleOf(slug);
  const go = commands.find((command) => command.kind === "go");
  const to: Location | null = go === undefined ? null : { pathname: go.path, search: go.search, state: go.state };
  const at = to === null ? from : resolve(core, state, to, NOW);
  const fields = commands.flatMap((command) => (command.kind === "fieldErrors" ? command.errors : []));
  if (to !== null && at.screen === "logout") {
    const event = { type: "action" as const, owner: "logout", action: "leave" };
    const left = transition(core, journeys, state, event, { now: NOW, route: at.route });
    return follow(slug, left.state, at, left.commands);
  }
  const { notification } = state;
  // S8's "error flag and message": the state after a failed call (F28).
  const notified = isFields(notification) && notification.isOpen === true && typeof notification.message === "string";
  const says = notified ? (notification.message as string) : reasonAtLogin(slug, state, at);
  return { state, at, says, fields };
}

/** Why the session ended, as a notice of the login page. */
function reasonAtLogin(slug: string, state: DepositorState, at: Resolution): string {
  if (at.screen !== "login") return "";
  const blocks = shownAt(slug, { state, at }).body as readonly { readonly key?: string; readonly markdown?: Json }[];
  const ended = blocks.find(({ key }) => key === "ended");
  return ended === undefined ? "" : JSON.stringify(ended.markdown);
}

function shownAt(slug: string, { state, at }: Pick<Met, "state" | "at">, failed: Fields = {}) {
  const { core } = bundleOf(slug);
  const content = contentOf(slug, at.screen);
  const view = shownScreen(core, content, at, scopeOf(state, NOW, at.route, { data: {}, failed })) as { readonly body: Json };
  const back = content.back.length > 0;
  return { body: view.body, ways: [...pressable(view.body), ...(back ? ["Back"] : [])] };
}

/** The shortcomings of the page after a refusal for legal reasons (451), which says so and offers no retry. */
function blocked(slug: string, met: Met): readonly string[] {
  const { body, ways } = shownAt(slug, met);
  return [
    ...(met.at.screen === "not-found" && JSON.stringify(body).includes("for legal reasons") ? [] : [`451 leads to ${met.at.screen}`]),
    ...(ways.some((way) => /again/i.test(way)) ? ["offers a retry"] : []),
  ];
}

/** The screen to which a fault leads from this one, outside its actions. */
const destination = ({ name }: Fault, screen: string): string => ({ "401": "login", "451": "not-found" })[name] ?? screen;

/** The shortcomings of a notification's text. */
function textShortcomings(words: string, fault: Fault): readonly string[] {
  if (words === "") return ["says nothing"];
  if (words === SERVER) return fault.quoted ? [] : ["shows what the upstream said of itself"];
  return [
    ...(NEXT_STEP.test(words) ? [] : [`does not say what to do: ${words}`]),
    ...(RESULT.test(words) ? [] : [`does not say what became of it: ${words}`]),
    ...(fault.unknown && !SAFE.test(words) ? [`does not say whether it may be tried again: ${words}`] : []),
  ];
}

/** The same for a query: it changes nothing, so that its text speaks of no request that could be done twice. */
function queryTextShortcomings(words: string, fault: Fault): readonly string[] {
  const other = SAFE.test(words) ? [`speaks of a call that changes something: ${words}`] : [];
  return [...textShortcomings(words, { ...fault, unknown: false }), ...other];
}

function wordsOf(operation: string, fault: Fault, met: Met, before: Resolution): readonly string[] {
  const exact = specified(operation, fault.failure);
  if (exact !== undefined) {
    const said = met.fields.length > 0 ? met.fields.map(({ message }) => message).join() : met.says;
    return said === (exact ?? SERVER) ? [] : [`S8 says "${exact ?? "the server's message"}", this says "${said}"`];
  }
  // A screen of its own shows the message.
  if (met.at.screen !== before.screen && met.says === "") return [];
  return met.fields.length > 0 && met.says === "" ? [] : textShortcomings(met.says, fault);
}

function meet(slug: string, call: Call, fault: Fault, draft: Fields | null): readonly string[] {
  const { core, journeys } = bundleOf(slug);
  const { state, location } = personaAt(slug, call.screen, call.action);
  const at = resolve(core, state, location, NOW);
  const content = contentOf(slug, call.screen);
  const forms = formsIn(content.body).flatMap(({ schemaId, submit }) => (submit === call.action ? [schemaId] : []));
  const before = { ...state, ...(draft === null ? {} : { drafts: Object.fromEntries(forms.map((form) => [form, draft])) }) };
  // A form, a provider and a list of documents have input; a button has none.
  const given = forms.length > 0 || JSON.stringify(content.actions[call.action]?.with ?? {}).includes('"form');
  const event = { owner: call.screen, action: call.action, ...(given ? { form: {} } : {}), item: { uuid: "m-1" } };
  const raised = transition(core, journeys, before, { type: "action", ...event }, { now: NOW, route: at.route, data: {} });
  if (!raised.commands.some(({ kind }) => kind === "call")) return [`${call.action} calls nothing`];
  const context = { now: NOW, route: at.route, data: {} };
  const answered = transition(core, journeys, raised.state, { type: "outcome", ...event, outcome: fault.failure }, context);
  const met = follow(slug, answered.state, at, answered.commands);
  const shown = shownAt(slug, met);
  const { drafts } = met.state;
  const kept = draft === null || forms.every((form) => isFields(drafts) && JSON.stringify(drafts[form]) === JSON.stringify(draft));
  const hasForm = formsIn(content.body).length > 0;
  const isSilent = SILENT.has(call.operation) || SILENT_ACTIONS.has(`${call.screen}.${call.action}`);
  // Sign-in has its own text (S8), and the logout ends in either case.
  if (fault.name === "451" && (met.at.screen === "not-found" || !["Login", "Logout"].includes(call.operation))) return blocked(slug, met);
  return [
    ...(met.at.screen === "not-found" ? ["leads to Not found"] : []),
    ...(shown.ways.length === 0 ? [`leaves ${met.at.screen} without a way on`] : []),
    ...(met.fields.length > 0 && met.says === "" && (!hasForm || met.at.screen !== at.screen) ? ["reports fields that are not shown"] : []),
    ...(kept ? [] : ["loses what was typed"]),
    ...(isSilent ? [] : wordsOf(call.operation, fault, met, at)),
  ];
}

const DRAFT: Fields = { typed: "something long" };

/** A screen whose query has failed: its texts and its controls. */
function withoutAnswer(slug: string, { screen, key, query }: Data, fault: Fault): readonly string[] {
  const { core, journeys } = bundleOf(slug);
  const { state, location } = personaAt(slug, screen);
  // A query whose condition does not hold there is sent with a state of the route alone.
  const when = contentOf(slug, screen).data[key]?.when;
  const isSent = holds(when, scopeOf(state, NOW, resolve(core, state, location, NOW).route));
  const read = isSent ? [] : pathsRead(when?.logic).flatMap((path) => /^route\.state\.(\w+)/.exec(path)?.[1] ?? []);
  const opened = read.length === 0 ? location : { ...location, state: Object.fromEntries(read.map((name) => [name, "x"])) };
  const at = resolve(core, state, opened, NOW);
  const context = { now: NOW, route: at.route, data: { [key]: null }, failed: { [key]: true as const } };
  const { state: after, commands } = transition(
    core,
    journeys,
    state,
    { type: "answered", owner: screen, data: key, outcome: fault.failure },
    context,
  );
  const met = follow(slug, after, at, commands);
  if (fault.name === "451") return blocked(slug, met);
  if (met.at.screen !== at.screen)
    return met.at.screen === "login" ? queryTextShortcomings(met.says, fault) : [`leads to ${met.at.screen}`];
  const { actions } = contentOf(slug, screen);
  const again = Object.keys(actions).filter((name) => actions[name]?.then?.some(({ refetch }) => refetch?.includes(key)));
  const unanswered = Object.fromEntries((core.operations[query]?.fields ?? []).map((field) => [field, core.initial[field] ?? null]));
  const { body } = shownAt(slug, { ...met, state: { ...met.state, ...unanswered } }, { [key]: true });
  const text = JSON.stringify(body);
  // Blocks that read the failed query; another list of the page may be empty.
  const names = [key, ...(core.operations[query]?.fields ?? [])].flatMap((name) => [`"${name}"`, `"data.${name}"`]);
  const reading = contentOf(slug, screen).body.filter((block) => names.some((name) => JSON.stringify(block).includes(name)));
  const unknown = (body as readonly { readonly key?: string }[]).filter((block) => reading.some((own) => own.key === block.key));
  // The runtime's failure state replaces the blocks that read the query, and can request it again.
  const reported = (body as readonly { readonly failed?: readonly string[] }[]).some(({ failed }) => failed?.includes(key));
  return [
    ...queryTextShortcomings(met.says, fault),
    ...(reported || again.some((name) => text.includes(`"action":"${name}"`)) ? [] : [`${query} cannot be asked again`]),
    ...(unknown.some((block) => JSON.stringify(block).includes('"empty":')) ? ["says that there is nothing, when it does not know"] : []),
  ];
}

describe.each(BRANDS)("%s", (slug) => {
  const calls = callsOf(slug);

  it("has calls to test", () => {
    expect(calls.length).toBeGreaterThan(40);
  });

  it.each(calls.map((call) => [`${call.screen}.${call.action}`, call] as const))("%s handles every fault", (_, call) => {
    const [form] = formsIn(contentOf(slug, call.screen).body);
    const findings = faultsAt(form?.order[0] ?? "uuid").flatMap((fault) =>
      meet(slug, call, fault, DRAFT).map((finding) => `${fault.name}: ${finding}`),
    );
    expect(findings).toEqual([]);
  });

  it.each(dataOf(slug).map((data) => [`${data.screen}, ${data.query}`, data] as const))(
    "%s can be requested again after a failure",
    (_, data) => {
      const findings = faultsAt("uuid").flatMap((fault) => withoutAnswer(slug, data, fault).map((finding) => `${fault.name}: ${finding}`));
      expect(findings).toEqual([]);
    },
  );

  it.each(Object.keys(bundleOf(slug).core.loads))(
    "a failure of the load %s shows a message, and the depositor stays on the screen",
    (key) => {
      const { core, journeys } = bundleOf(slug);
      const { state, location } = personaAt(slug, "registration.basic-information");
      const at = resolve(core, state, location, NOW);
      for (const fault of faultsAt("uuid")) {
        const event = { type: "answered" as const, owner: null, data: key, outcome: fault.failure };
        const { state: after, commands } = transition(core, journeys, { ...state, drafts: { a: DRAFT } }, event, {
          now: NOW,
          route: at.route,
        });
        const met = follow(slug, after, at, commands);
        expect([fault.name, met.at.screen]).toEqual([fault.name, destination(fault, at.screen)]);
        expect([fault.name, fault.name === "451" ? blocked(slug, met) : queryTextShortcomings(met.says, fault)]).toEqual([fault.name, []]);
        expect(met.state.drafts).toEqual({ a: DRAFT });
      }
    },
  );

  it.each(Object.entries(bundleOf(slug).core.actions).filter(([, { call }]) => call !== undefined))(
    "the background action %s ends the session at a 401, leads to its page at a 451, and otherwise changes nothing",
    (action) => {
      const { core, journeys } = bundleOf(slug);
      const { state, location } = personaAt(slug, "registration.basic-information");
      const at = resolve(core, state, location, NOW);
      for (const fault of faultsAt("uuid")) {
        const event = { type: "outcome" as const, owner: null, action, item: { screen: "a", title: "b" }, outcome: fault.failure };
        const { state: after, commands } = transition(core, journeys, state, event, { now: NOW, route: at.route });
        const met = follow(slug, after, at, commands);
        const isSilenced = action !== ASKED && !["401", "451"].includes(fault.name);
        expect([fault.name, met.at.screen]).toEqual([fault.name, isSilenced ? at.screen : destination(fault, at.screen)]);
      }
    },
  );
});
