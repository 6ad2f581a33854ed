/** Tests of what the engine rejects: each exception in a replay, and each witness that the engine does not show, is reported. */
import { afterEach, expect, test, vi } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { type Analysis, analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { runtimeErrors } from "../../src/verifier/rules/runtime-errors.js";
import { StepExecutor } from "../../src/verifier/search/execute-step.js";
import { RuntimeFailures } from "../../src/verifier/transitions/runtime-failures.js";
import type { TransitionRelation } from "../../src/verifier/transitions/transition-relation.js";
import { foundIn, patched } from "../rules/rule-examples.js";

type Patch = Parameters<typeof foundIn>[0];

const APP = "flows/app.flow.json";
const START = "flows/start.flow.json";

const control = (go: object) => ({ items: { on: { block: "controls", controls: { items: { go: { label: "Go on", ...go } } } } } });
const messagesOf = (patch: Patch, rule: string): readonly string[] =>
  foundIn(patch).flatMap((one) => (one.rule === rule ? [one.message] : []));

function analysed(patch: Patch): Analysis {
  const { source, slug } = patched(patch);
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return analyse(analysisInput(source, slug, bundle, compile));
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** The page refuses held depositors by its guard alone, and nobody signs in with the progress of another depositor. */
const PAGE: Patch = {
  [START]: { screens: { login: { actions: { save: { on: { ok: { reset: ["progress"] } } } } }, page: { gates: null } } },
};
const leave = (go: string): Patch => ({ ...PAGE, [APP]: { actions: { leave: { then: { go } } } } });

test("an action of the app that goes to a screen that refuses the depositor", () => {
  expect(messagesOf(leave("/page"), "link-refused").join()).toMatch(/leave on \w+ sends this depositor to \/page, which then refuses them/);
  expect(messagesOf(leave("/away"), "link-refused")).toEqual([]);
});

test("a failed query that goes to a screen that refuses the depositor", () => {
  const failed = (go: string): Patch => ({ [APP]: { failures: { network: { go } } } });
  const message = "the answer to Profile (network), which login waits for, sends this depositor to /page, which then refuses them";
  expect(messagesOf(failed("/page"), "link-refused").join()).toContain(message);
  expect(messagesOf(failed("/away"), "link-refused")).toEqual([]);
});

test("a redirect loop that a replay meets", () => {
  // A relinking depositor on the page has a loop; an action on the screen itself makes them relink.
  const relinking = { "===": [{ var: "auth.relink" }, true] };
  const recorded = vi.spyOn(RuntimeFailures.prototype, "add");
  const { findings } = analysed({
    [START]: {
      screens: {
        page: {
          guard: { and: ["mine", { "!": relinking }] },
          fallback: { items: { loop: { when: relinking, go: "/page" }, else: { go: "/" } } },
        },
        away: {
          body: control({ action: "spoil" }),
          actions: { spoil: { then: { items: { set: { set: { "auth.relink": true } }, go: { go: "/page" } } } } },
        },
      },
    },
  });
  const loops = recorded.mock.calls.map(([failure]) => failure).filter(({ isLoop }) => isLoop);
  expect(loops).not.toEqual([]);
  const rules = findings.map(({ rule }) => rule);
  expect(rules).toContain("redirect-loop");
  expect(rules).not.toContain("internal-error");
  // The rule for all states reports the loop; without it, the replay does.
  expect(rules).not.toContain("runtime-error");
  const transitions = { core: { screens: {} } } as TransitionRelation;
  expect(runtimeErrors(transitions, loops, []).map(({ rule }) => rule)).toEqual(loops.map(() => "runtime-error"));
});

test("a value without a state class, after which a replay cannot continue", () => {
  const relink = (value: boolean) => ({ "===": [{ var: "auth.relink" }, value] });
  const patch = (value: unknown): Patch => ({
    [START]: {
      screens: {
        page: { guard: relink(true), gates: null },
        away: {
          queryToState: ["redirectPath"],
          body: control({ action: "choose" }),
          actions: {
            choose: { then: { items: { set: { set: { "auth.relink": value } }, page: { when: { "!": relink(false) }, go: "/page" } } } },
          },
        },
      },
    },
  });
  const found = (value: unknown): readonly string[] =>
    analysed(patch(value)).findings.flatMap(({ rule, owner }) => (owner === "screen:page" ? [rule] : []));
  // The route has any text there, and the schema allows true and false alone: the search has not tried all values.
  expect(found({ var: "route.state.redirectPath" })).toContain("screen-undecided");
  expect(found(true)).not.toContain("screen-undecided");
});

test("a witness that the engine does not show is a failure of the verifier", () => {
  const rules = (): readonly string[] => analysed(leave("/page")).findings.map(({ rule }) => rule);
  expect(rules()).toContain("link-refused");
  expect(rules()).not.toContain("internal-error");
  // An engine that shows nothing: the finding stays, and the verifier reports that it may be wrong.
  vi.spyOn(StepExecutor.prototype, "execute").mockReturnValue(null);
  const { findings } = analysed(leave("/page"));
  const [refused] = findings.filter(({ rule }) => rule === "link-refused");
  const failed = findings.filter(
    ({ rule, message }) => rule === "internal-error" && message.includes("The engine does not show the finding"),
  );
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.map(({ message }) => message).join()).toContain(refused?.message);
});
