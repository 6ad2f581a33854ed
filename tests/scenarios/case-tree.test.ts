/** Tests how walks become cases of a scenario (`flows coverage --write`), and how cases are walked again. */
import { describe, expect, it } from "vitest";
import { addWalk } from "../../src/scenarios/case-tree.js";
import { expandCases } from "../../src/scenarios/expand-cases.js";
import type { Scenario, Step } from "../../src/scenarios/scenario.js";

const OPEN: Step = { open: "/login" };
const SEEN: Step = { see: { title: "Log in" } };
const PRESS: Step = { press: "Log in" };
const ANSWER: Step = { answer: "Login", ok: { step: "code" } };
const OTHER: Step = { answer: "Login", ok: { step: "done" } };

function scenariosOf(...walks: readonly (readonly Step[])[]): Record<string, Scenario> {
  const scenarios: Record<string, Scenario> = {};
  for (const steps of walks) addWalk(scenarios, "login, a visitor", { steps });
  return scenarios;
}

describe("a walk", () => {
  it("is a separate scenario for another depositor", () => {
    const scenarios = scenariosOf([OPEN]);
    addWalk(scenarios, "login, active", { given: { persona: "active" }, steps: [OPEN] });
    expect(Object.keys(scenarios)).toEqual(["login, a visitor", "login, active"]);
  });

  it("is a case of the scenario with which it begins, and keeps what that sees", () => {
    expect(scenariosOf([OPEN, SEEN], [OPEN, { see: { path: "/login" } }, PRESS])).toEqual({
      "login, a visitor": { steps: [OPEN, SEEN], cases: { "Log in": [PRESS] } },
    });
  });

  it("divides a scenario where both part, and names answers by what differs", () => {
    expect(scenariosOf([OPEN, PRESS, ANSWER], [OPEN, PRESS, OTHER])).toEqual({
      "login, a visitor": { steps: [OPEN, PRESS], cases: { "Login answers": [ANSWER], "Login answers, step done": [OTHER] } },
    });
  });

  it("names the answers that differ from the usual ones in its title", () => {
    const failed: Step = { answers: { Faqs: { fails: "network" } } };
    const other: Step = { answers: { Faqs: { ok: [] }, Alerts: { fails: "network" } } };
    expect(Object.keys(scenariosOf([OPEN], [failed, OPEN], [other, OPEN]))).toEqual([
      "login, a visitor",
      "login, a visitor: Faqs failing",
      "login, a visitor: Faqs, Alerts answering otherwise",
    ]);
  });

  it("may have a table of failures at its end", () => {
    const scenarios = scenariosOf([OPEN, SEEN]);
    const failures = { Login: { network: "Offline." } };
    addWalk(scenarios, "", { steps: [OPEN, PRESS] }, failures);
    expect(scenarios["login, a visitor"]).toEqual({ steps: [OPEN, SEEN], cases: { "Log in": { steps: [PRESS], failures } } });
  });
});

describe("a scenario with cases", () => {
  const [title, scenario] = Object.entries({
    "login, a visitor": {
      steps: [OPEN, SEEN],
      cases: { "Log in": { steps: [PRESS], failures: { Login: { network: "Offline." } } }, Back: [{ goBack: true }] },
    } satisfies Scenario,
  })[0] as [string, Scenario];

  it("is walked once for each case and failure", () => {
    expect(expandCases(title, scenario).map(({ title, scenario: { steps } }) => [title, steps])).toEqual([
      ["login, a visitor: Log in: Login network", [OPEN, SEEN, PRESS, { answer: "Login", fails: "network", changes: "Offline." }]],
      ["login, a visitor: Back", [OPEN, { see: {} }, { goBack: true }]],
    ]);
  });

  it("has the place of each step, and none for what an earlier walk has compared", () => {
    const [first, second] = expandCases(title, scenario);
    expect(first?.places.at(-1)).toEqual(["scenarios", title, "cases", "Log in", "failures", "Login", "network"]);
    expect(second?.places).toEqual([["scenarios", title, "steps", 0], null, ["scenarios", title, "cases", "Back", 0]]);
  });
});
