/** Tests what the proof concludes about links and texts that are shown from or until a date. */
import { expect, it } from "vitest";
import { foundIn } from "../rules/rule-examples.js";

type Patch = Parameters<typeof foundIn>[0];

const [EARLY, LATE] = ["2027-01-01T05:00:00Z", "2027-02-01T05:00:00Z"];
const now = { var: "now" };
const from = (date: string) => ({ ">=": [now, date] });
const until = (date: string) => ({ "<": [now, date] });

const control = (more: object) => ({ go: { block: "controls", controls: { items: { on: { label: "Go on", ...more } } } } });
const screens = (patch: object): Patch => ({ "flows/start.flow.json": { screens: patch } });
const isUnused = ({ rule }: { readonly rule: string }): boolean => ["unused", "maybe-null"].includes(rule);
const found = (patch: object) => foundIn(screens(patch)).filter((one) => !isUnused(one));
const rulesIn = (patch: object) => found(patch).map(({ rule }) => rule);
/** The year of the first counterexample. */
function shownAt([problem]: ReturnType<typeof found>): number {
  const shown = problem?.shown as { readonly state: { readonly now: string } } | undefined;
  return new Date(shown?.state.now ?? 0).getUTCFullYear();
}

/** A page that only a control of the page for everyone leads to. */
const bonus = { path: "/bonus", title: "Bonus", shell: "plain", guard: true, body: { items: {} }, end: { reason: "All there is." } };

it.each<[string, object, number]>([
  ["from a date", from(EARLY), 2027],
  ["until a date", until(EARLY), 2026],
  ["between two dates", { and: [from(EARLY), until(LATE)] }, 2027],
])("reports a link %s to a screen that refuses the depositor, at an instant that shows it", (_what, when, year) => {
  const problems = found({ away: { body: { items: control({ go: "/page", when }) } } });
  expect(problems.map(({ rule }) => rule)).toEqual(["link-refused"]);
  expect(shownAt(problems)).toBe(year);
});

it("reports an effect from a date that leads to a screen that refuses the depositor", () => {
  const then = { items: { page: { when: from(EARLY), set: { "auth.resetEmail": null }, go: "/page" }, else: { go: "/" } } };
  const problems = found({ away: { actions: { open: { then } }, body: { items: control({ action: "open" }) } } });
  expect(problems.map(({ rule }) => rule)).toEqual(["link-refused"]);
  expect(shownAt(problems)).toBe(2027);
});

it.each([
  ["from a date", from(EARLY)],
  ["until a date", until(EARLY)],
  ["from a date that is past", from("2020-01-01T05:00:00Z")],
  ["between two dates", { and: [from(EARLY), until(LATE)] }],
])("finds the path to a screen that only a link %s leads to", (_what, when) => {
  expect(rulesIn({ bonus, away: { body: { items: control({ go: "/bonus", when }) } } })).toEqual([]);
});

it("finds a path through two links of the same days", () => {
  const more = { ...bonus, path: "/more" };
  const next = { ...bonus, end: undefined, body: { items: control({ go: "/more", when: until(LATE) }) } };
  const shown = { body: { items: control({ go: "/bonus", when: from(EARLY) }) } };
  expect(rulesIn({ more, bonus: { ...next, end: { reason: "It ends." } }, away: shown })).toEqual([]);
});

it("does not find a screen whose only link is shown on no day", () => {
  const when = { and: [from(LATE), until(EARLY)] };
  expect(rulesIn({ bonus, away: { body: { items: control({ go: "/bonus", when }) } } })).toContain("screen-unreachable");
});

it("reports a screen whose only exit is shown until a date, at an instant after it", () => {
  const problems = found({ page: { end: null, body: { items: control({ go: "/away", when: until(EARLY) }) } } });
  expect(problems.map(({ rule }) => rule)).toEqual(["dead-end"]);
  expect(shownAt(problems)).toBe(2027);
});

it("reports a text that is shown on no day", () => {
  const text = { block: "text", markdown: "Look here.", when: { and: [from(LATE), until(EARLY)] } };
  expect(rulesIn({ login: { body: { items: { text } } } })).toEqual(["predicate-constant"]);
});
