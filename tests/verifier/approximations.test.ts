/** Tests the table of limits and approximations in `src/verifier/README.md`: each row is forced, and the check reports it. */
import { expect, test, vi } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { RULES } from "../../src/language/rules/registry.js";
import { type Analysis, analyse, type Wanted } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { prove } from "../../src/verifier/prove.js";
import { NO_PATH_FOUND } from "../../src/verifier/report/problems.js";
import { StepExecutor } from "../../src/verifier/search/execute-step.js";
import { LIMITS } from "../../src/verifier/search/limits.js";
import { foundIn } from "../rules/rule-examples.js";
import { smallSource } from "../support/small-flows.js";
import { readText } from "../support/sources.js";
import { wizardSource } from "../support/wizard-flows.js";

type Patch = Parameters<typeof foundIn>[0];

const START = "flows/start.flow.json";
const rulesIn = (patch: Patch): readonly string[] => [...new Set(foundIn(patch).map(({ rule }) => rule))];

/** The rules of the findings of the small flows under other limits. */
function analysed(limits: NonNullable<Wanted["limits"]>): Analysis {
  const source = smallSource({ "flows/outcomes.json": OUTCOMES });
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return analyse(analysisInput(source, "first", bundle, compile), { reach: true, limits });
}

const control = (go: object) => ({ items: { on: { block: "controls", controls: { items: { go: { label: "Go on", ...go } } } } } });
const away = (more: object): Patch => ({ [START]: { screens: { away: more } } });
/** Texts that contain two letters: the replay tries texts with one of them alone. */
const BOTH = {
  and: [{ in: ["a", { var: "data.profile.first_name" }] }, { in: ["b", { var: "data.profile.first_name" }] }],
};
const RESET = { "!!": [{ var: "auth.resetEmail" }] };
const OUTCOMES = {
  language: 2,
  common: {},
  operations: {
    Login: { ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }] } } }, failures: {} },
    Progress: { ok: { read: { description: "Read.", becomes: { "progress.extended_status": [null] } } }, failures: {} },
    Profile: { ok: { read: { description: "Read.", becomes: {} } }, failures: {} },
  },
};
const PROFILE = { profile: { query: "Profile" } };

/** A test for each row of the table, by the beginning of the row. */
const ROWS: Readonly<Record<string, () => void>> = {
  "BDD nodes (`search/limits.ts`)": () => {
    const { findings, states } = analysed({ ...LIMITS, bddNodes: 40 });
    expect(findings.map(({ rule }) => rule)).toEqual(["unanalysable"]);
    expect(states).toBe(0n);
  },
  "BDD nodes, valuations of free inputs": () => {
    const { findings } = analysed({ ...LIMITS, searchBddNodes: 0 });
    expect(findings.map(({ rule }) => rule)).toContain("screen-undecided");
  },
  "a predicate without finitely many classes": () => {
    const guard = { and: ["mine", { "===": [{ var: ["auth.email", "nobody"] }, "nobody"] }] };
    expect(rulesIn({ [START]: { screens: { page: { guard } } } })).toContain("unanalysable");
  },
  "a guard, a gate, a table, a load or the navigation that depends on a date": () => {
    const date = { ">=": [{ var: "now" }, "2027-01-01T05:00:00Z"] };
    expect(rulesIn({ [START]: { screens: { page: { guard: { and: ["mine", { "!": date }] } } } } })).toEqual(["unanalysable"]);
  },
  "a link or an effect whose condition reads free inputs": () => {
    expect(rulesIn(away({ data: PROFILE, body: control({ go: "/page", when: BOTH }) }))).toContain("not-checked");
    const one = { "===": [{ var: "data.profile.first_name" }, "a"] };
    expect(rulesIn(away({ data: PROFILE, body: control({ go: "/page", when: one }) }))).toContain("link-refused");
  },
  "`dead-end`, `wizard-cycle`: every exit": () => {
    const found = (when: object): readonly string[] => {
      const actions = { on: { then: { items: { page: { when, go: "/page" } } } } };
      const lone = { path: "/lone", title: "A page", shell: "plain", guard: true, data: PROFILE, body: control({ action: "on" }), actions };
      return foundIn({ [START]: { screens: { lone } } }).flatMap(({ rule, message }) =>
        rule === "not-checked" && message.includes("takes this depositor to another") ? [rule] : [],
      );
    };
    expect(found(BOTH)).not.toEqual([]);
    expect(found({ "===": [{ var: "data.profile.first_name" }, "a"] })).toEqual([]);
  },
  "`primary-actions`: two conditions on one answer": () => {
    const has = (text: string): object => ({ in: [text, { var: "data.profile.first_name" }] });
    const found = (first: object, second: object): readonly string[] =>
      foundIn(
        away({
          data: PROFILE,
          body: {
            items: {
              on: { block: "controls", controls: { items: { go: { label: "Go", style: "primary", go: "/page", when: first } } } },
              or: { block: "controls", controls: { items: { out: { label: "Out", style: "primary", go: "/page", when: second } } } },
            },
          },
        }),
      ).flatMap(({ rule, message }) => (message.includes("two primary actions") ? [rule] : []));
    expect(found(has("a"), has("b"))).toEqual(["not-checked"]);
    expect(found(has("a"), { "!": has("a") })).toEqual([]);
    expect(found(has("a"), has("a"))).toEqual(["primary-actions"]);
  },
  "`wizard-cycle`: an event on the only path": () => {
    const found = (value: unknown): readonly string[] => {
      const living = {
        path: "/application/living",
        title: "Living",
        shell: "plain",
        body: control({ action: "save" }),
        actions: {
          save: { then: { items: { set: { set: { "auth.resetEmail": value } }, on: { when: RESET, go: "/application/occupation" } } } },
        },
      };
      const source = wizardSource({ screens: { "application.living": living } });
      const { bundle, problems } = compile(source, "first");
      if (bundle === null) throw new Error(JSON.stringify(problems));
      return prove(source, "first", bundle, compile).findings.map(({ rule }) => rule);
    };
    expect(found({ var: "auth.email" })).toContain("not-checked");
    expect(found("x")).not.toContain("not-checked");
  },
  "an event for which the engine throws": () => {
    const go = { path: { var: "route.state.redirectPath" } };
    const found = foundIn({
      ...away({ queryToState: ["redirectPath"], body: control({ go }) }),
      [START]: {
        screens: {
          away: { queryToState: ["redirectPath"], body: control({ go }) },
          lone: { path: "/lone", title: "A page", shell: "plain", guard: true, body: { items: {} }, end: { reason: "For the test." } },
        },
      },
    });
    expect(found.filter(({ rule, message }) => rule === "runtime-error" && message.includes("Values: ")).length).toBeGreaterThan(0);
  },
  "a target whose path may be none": () => {
    const go = { path: { var: "route.state.redirectPath" } };
    const named = { path: { var: ["route.state.redirectPath", "/away"] } };
    const found = (target: object) => rulesIn(away({ queryToState: ["redirectPath"], body: control({ go: target }) }));
    expect(found(go)).toContain("runtime-error");
    expect(found(named)).not.toContain("runtime-error");
  },
  "a witness that the engine does not confirm": () => {
    const rules = (relink: boolean): readonly string[] =>
      rulesIn(
        away({
          body: control({ action: "on" }),
          actions: { on: { then: { items: { set: { set: { "auth.relink": relink } }, on: { go: "/page" } } } } },
        }),
      );
    expect(rules(false)).toContain("link-refused");
    expect(rules(false)).not.toContain("internal-error");
    const execute = vi.spyOn(StepExecutor.prototype, "execute").mockReturnValue(null);
    const unconfirmed = rules(true);
    execute.mockRestore();
    expect(unconfirmed).toEqual(expect.arrayContaining(["link-refused", "internal-error"]));
  },
  "values of answers and expressions": () => {
    // A text after another one is never empty; the verifier takes it as any value.
    const set = (value: unknown): Patch => ({
      [START]: {
        screens: {
          page: { guard: { and: ["mine", RESET] }, gates: null },
          away: {
            body: control({ action: "on", when: "mine" }),
            actions: { on: { then: { items: { set: { set: { "auth.resetEmail": value } }, on: { go: "/page" } } } } },
          },
        },
      },
    });
    const found = (value: unknown): readonly string[] =>
      foundIn(set(value)).flatMap(({ rule, message }) => (message.includes("on away sends this depositor to /page") ? [rule] : []));
    expect(found("x")).toEqual([]);
    expect(found({ cat: ["x", { var: "auth.email" }] })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:internal-error|not-checked)$/)]),
    );
    expect(found({ var: "auth.email" })).toEqual(["link-refused"]);
  },
  "rules over all valid states": () => {
    // No flow makes a depositor relink; the link refuses whoever does.
    const relink = { "===": [{ var: "auth.relink" }, true] };
    const found = foundIn({
      [START]: {
        screens: {
          page: { guard: { and: ["mine", { "!": relink }] } },
          away: { body: control({ go: "/page", when: { and: ["mine", relink] } }) },
        },
      },
    });
    const refused = found.filter(({ rule, message }) => rule === "link-refused" && message.includes("on away goes to /page"));
    expect(refused.map(({ message }) => message)).toEqual([expect.stringContaining(NO_PATH_FOUND)]);
  },
  "paths of a screen": () => {
    const found = (path: string): readonly string[] =>
      foundIn({
        [START]: {
          screens: {
            page: { path: ["/page", "/second"], guard: { and: ["mine", { "===": [{ var: "route.path" }, path] }] } },
            away: { body: control({ go: "/second", when: "mine" }) },
          },
        },
      }).flatMap(({ rule, message }) => (rule === "link-refused" && message.includes("on away") ? [rule] : []));
    expect(found("/page")).toEqual(["link-refused"]);
    expect(found("/second")).toEqual([]);
  },
};

/** The rows of the table: what is left out, and what reports it. */
const table = readText("src/verifier/README.md")
  .split("## Limits and approximations")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .flatMap((line) => (/^\| (?!what )/.test(line) ? [line.slice(2, -2).split(" | ")] : []));

test("the table has a test for each row, and no row is silent", () => {
  const tests = Object.keys(ROWS);
  expect(table?.length).toBe(tests.length);
  for (const [what = "", by = ""] of table ?? []) {
    expect(
      tests.filter((start) => what.startsWith(start)),
      what,
    ).toHaveLength(1);
    expect(/^`([a-z-]+)`/.test(by) || /^(adds behavior|exact)/.test(by), by).toBe(true);
    for (const [, rule = ""] of by.matchAll(/`([a-z-]+)`/g)) expect(RULES[rule as keyof typeof RULES]?.severity, rule).toBe("error");
  }
});

test.each(Object.entries(ROWS))("%s", (_row, force) => force());
