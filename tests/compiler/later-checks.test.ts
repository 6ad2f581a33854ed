/** Tests that the checks of a screen run although another screen has an error, and not where the error may affect them. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { unknownPredicate } from "../../src/language/problems.js";
import { unusedAction } from "../../src/language/unused-problems.js";
import { FLOW, PREDICATES, smallSource } from "../support/small-flows.js";

const { login, page } = FLOW.screens;
const { actions: own } = login as { readonly actions?: object };
const idle = { then: { go: "/" } };

/** The small flows with an action that nothing raises on two screens. */
function compiled(more: { readonly guard?: string; readonly predicates?: object } = {}) {
  const screens = {
    ...FLOW.screens,
    login: { ...login, actions: { ...own, idle } },
    page: { ...page, guard: more.guard ?? page.guard, actions: { idle } },
  };
  const source = smallSource({
    "flows/start.flow.json": { ...FLOW, screens },
    "flows/predicates.json": { ...PREDICATES, predicates: { ...PREDICATES.predicates, ...more.predicates } },
  });
  const { problems, faulty, bundle } = compile(source, "first");
  return { messages: problems.map(({ message }) => message), faulty, bundle };
}

const unused = unusedAction("idle").message;

describe("the later checks", () => {
  it("run on all screens without an error", () => {
    const { messages, faulty, bundle } = compiled();
    expect(messages.filter((message) => message === unused)).toHaveLength(2);
    expect([faulty, bundle === null]).toEqual([[], false]);
  });

  it("run on the screens that have none, and name those that have one", () => {
    const { messages, faulty, bundle } = compiled({ guard: "yours" });
    expect(messages).toContain(unknownPredicate("yours", Object.keys(PREDICATES.predicates)).message);
    expect(messages.filter((message) => message === unused)).toHaveLength(1);
    expect([faulty, bundle]).toEqual([["page"], null]);
  });

  it("do not run where an error is in what screens share", () => {
    const { messages, faulty, bundle } = compiled({ predicates: { mine: { description: "Mine.", logic: "yours" } } });
    expect(messages).not.toContain(unused);
    expect([faulty, bundle]).toEqual([[], null]);
  });
});
