/** Exports the comparison of a session with what a scenario expects to see, and what a scenario could expect instead. */

import { clockText, secondsBetween } from "../blocks/clock-text.js";
import { valueAt } from "../blocks/form-data.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { nearest } from "../language/suggest.js";
import { withoutBrandNames } from "./brand-names.js";
import { differenceOf, isSame } from "./difference.js";
import { messageLink, navigationLines, percentOf, shownBanners, stageOf } from "./frame.js";
import { inBrackets, withoutBrackets } from "./presentation.js";
import type { Expectation, OwnRows, See } from "./scenario.js";
import type { Session } from "./session.js";
import type { VisibleContent, VisibleControl } from "./visible-content.js";

type Keywords = { readonly [Keyword in keyof Expectation]-?: Exclude<Expectation[Keyword], undefined> };

/** In place of the rest of the time, which changes each second. */
const TIME_LEFT = "{left}";

const styledLine = (label: string, style: string): string => `${label} ${inBrackets([["style", style]])}`;

/** The text of a control, with the style of one that warns of what it does, or looks like a link. */
export const controlLine = ({ label, style }: VisibleControl): string => (style === undefined ? label : styledLine(label, style));

interface Lines {
  readonly texts: readonly string[];
  readonly labels: readonly string[];
}

/** By content, whose scope has the brand. */
const known = new WeakMap<VisibleContent, Lines>();

/** The texts and the labels of controls without names of the brand: a content is compared with several keywords. */
function linesOf(session: Session): Lines {
  const content = session.content();
  if (content === null) return { texts: [], labels: [] };
  const found = known.get(content);
  if (found !== undefined) return found;
  const { texts, controls } = content;
  const lines = withoutBrandNames({ texts, labels: controls.map(controlLine) }, session.branding);
  known.set(content, lines);
  return lines;
}

/** The texts of the screen, without names of the brand. */
export const textsOf = (session: Session): readonly string[] => linesOf(session).texts;
const labelsOf = (session: Session): readonly string[] => linesOf(session).labels;
/** The addresses to which the controls with a text lead. */
export function linksOf(session: Session): NonNullable<Expectation["links"]> {
  const found = new Map<string, Set<string>>();
  for (const control of session.content()?.controls ?? []) {
    const address = session.addressOf(control);
    const label = withoutBrandNames(control.label, session.branding);
    if (address !== null) found.set(label, (found.get(label) ?? new Set()).add(address));
  }
  return Object.fromEntries(
    [...found].map(([label, [first = "", ...others]]) => [label, others.length === 0 ? first : [first, ...others]]),
  );
}
/** The main heading, and the open question. */
function textsAround({ heading, question, scope, branding }: Session): readonly string[] {
  const asked = question === null ? [] : [question.title, question.text(timeLeft(question.deadline, scope.now))];
  return withoutBrandNames(heading === null ? asked : [heading, ...asked], branding);
}

const timeLeft = (deadline: number | null, now: Json = null): string =>
  deadline === null ? "" : clockText(secondsBetween(Date.parse(String(now)), deadline));

/** Everything that `texts` and `absent` look at, without names of the brand. */
export const shownLines = (session: Session): readonly string[] => [...textsOf(session), ...labelsOf(session), ...textsAround(session)];

/** Whether a text is part of what is shown. */
function shownBy(session: Session): (text: string) => boolean {
  const lines = shownLines(session);
  return (text) => lines.some((line) => line.includes(text));
}

/** Of a value the parts that a pattern names. */
function named(value: unknown, pattern: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.keys(pattern).map((name) => [name, (isObject(value) ? (value[name] as Json) : null) ?? null]));
}

/** What is present, in the form in which a scenario expects it: equal to `expected` when all is as expected. */
const PRESENT: { readonly [Keyword in keyof Keywords]: (session: Session, expected: Keywords[Keyword]) => Keywords[Keyword] } = {
  path: ({ address }) => address,
  screen: ({ screen }) => screen?.resolution.screen ?? "",
  title: ({ screen }) => screen?.resolution.title ?? "",
  shell: ({ screen }) => screen?.resolution.layout ?? "",
  progress: percentOf,
  stage: stageOf,
  navigation: navigationLines,
  badges: ({ screen }) =>
    Object.fromEntries((screen?.resolution.nav ?? []).filter(({ badge }) => badge > 0).map(({ label, badge }) => [label, badge])),
  banners: (session) => shownBanners(session).map(({ message }) => String(message)),
  texts: (session, expected) => expected.filter(shownBy(session)),
  absent(session, expected) {
    const isShown = shownBy(session);
    return expected.filter((text) => !isShown(text));
  },
  content: textsOf,
  controls: labelsOf,
  links(session, expected) {
    const present = linksOf(session);
    return Object.fromEntries(Object.keys(expected).flatMap((label) => (present[label] === undefined ? [] : [[label, present[label]]])));
  },
  primary: (session) => (session.content()?.controls ?? []).filter(({ isPrimary }) => isPrimary).map(({ label }) => label),
  sent: (session) => session.takeSent(),
  calls: ({ calls }, expected) =>
    calls.map(({ operation, variables }, index) => {
      const pattern = expected[index]?.operation === operation ? expected[index]?.with : {};
      return pattern === undefined ? { operation } : { operation, with: named(variables, pattern) };
    }),
  variables: ({ lastVariables }, expected) =>
    Object.fromEntries(Object.keys(expected).map((operation) => [operation, lastVariables.get(operation) ?? null])),
  errors: ({ errors }) => errors,
  failure: ({ failures }) => failures[0]?.message ?? null,
  severity: ({ failures }) => failures[0]?.severity ?? null,
  notification({ state: { notification } }, expected) {
    const { message = "", severity, isOpen } = notification as { readonly [name: string]: Json };
    if (isOpen !== true) return null;
    const text = String(message);
    return expected !== null && expected.severity === undefined ? { message: text } : { message: text, severity: String(severity) };
  },
  link: messageLink,
  question: ({ question }) => question?.title ?? null,
  dialog({ question }) {
    if (question === null) return null;
    const { title, text, confirm, isDangerous, cancel } = question;
    return [title, text(TIME_LEFT), isDangerous ? styledLine(confirm, "danger") : confirm, cancel];
  },
  state(session, expected) {
    const state = { ...session.state, route: { state: passedState(session) } } as Json;
    return Object.fromEntries(Object.keys(expected).map((path): [string, Json] => [path, valueAt(state, path) ?? null]));
  },
  downloads: (session) => session.takeDownloads(),
};

/** The state of the present history entry: what the navigation to it has passed on; null while no screen is shown. */
export function passedState({ screen }: Session): Json {
  return (screen?.resolution.route.state ?? null) as Json;
}

/** Keywords whose values are of the state or of calls, and not texts of the page. */
const DATA: ReadonlySet<keyof Expectation> = new Set(["state", "variables", "calls"]);

/** What must be seen with a brand: its own keywords in place of those of every brand. */
export function expectedOf({ brands, ...common }: See, slug: string): Expectation {
  return rowsOf(common, brands, slug);
}

/** The rows of a table with a brand: its own in place of those of every brand. */
export function rowsOf<Table extends object>(common: Table, brands: OwnRows<Table> | undefined, slug: string): Table {
  return { ...common, ...brands?.[slug] };
}

/** The expectation with what is present in place of what is not as expected; the same object when all is as expected. */
export function presentExpectation(session: Session, expected: Expectation): Expectation {
  const present = Object.fromEntries(
    (Object.keys(expected) as (keyof Expectation)[]).map((keyword) => {
      const value = (PRESENT[keyword] as (session: Session, expected: unknown) => unknown)(session, expected[keyword]);
      return [keyword, DATA.has(keyword) ? value : withoutBrandNames(value, session.branding)];
    }),
  ) as Expectation;
  return isSame(expected, present) ? expected : present;
}

/** What is not as expected, in one sentence each. `present`: the expectation with what is present. */
export function mismatches(session: Session, expected: Expectation, present: Expectation): readonly string[] {
  return (Object.keys(expected) as (keyof Expectation)[])
    .filter((keyword) => !isSame(expected[keyword], present[keyword]))
    .flatMap((keyword) => {
      if (keyword === "texts")
        return missing(expected.texts, present.texts).map((text) => notContained(text, [...textsOf(session), ...labelsOf(session)]));
      if (keyword === "absent")
        return missing(expected.absent, present.absent).map((text) => `The screen contains ${JSON.stringify(text)}.`);
      return differenceOf(keyword, expected[keyword] as Json, present[keyword] as Json).map((difference) => `${difference}.`);
    });
}

/** The nearest text, with or without what `inBrackets` adds, is probably the expected one after an edit; without one, all texts. */
function notContained(text: string, present: readonly string[]): string {
  const near = nearest(text, [...present, ...present.map(withoutBrackets)]);
  const instead =
    near === null ? `It contains: ${present.map((one) => JSON.stringify(one)).join(", ")}` : `Its nearest text: ${JSON.stringify(near)}`;
  return `The screen does not contain ${JSON.stringify(text)}. ${instead}.`;
}

const missing = (expected: readonly string[] = [], present: readonly string[] = []): readonly string[] =>
  expected.filter((text) => !present.includes(text));
