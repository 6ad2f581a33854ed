/** Tests that the verifier covers the state after a reload: a page without an exit, and an exit that only leads back. */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import { prove } from "../../src/verifier/prove.js";
import { messages } from "../../src/verifier/rules/messages.js";
import { stepTexts } from "../../src/verifier/search/nodes.js";
import { FLOW, smallSource } from "../support/small-flows.js";

const ordered = (items: Readonly<Record<string, unknown>>) => ({ order: Object.keys(items), items });
const controls = (items: Readonly<Record<string, unknown>>) => ordered({ on: { block: "controls", controls: ordered(items) } });
const OUTCOMES = {
  language: 2,
  common: {},
  operations: { Login: { ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }] } } }, failures: {} } },
};
/** A slice that is not persisted. */
const SENT: Json = { "===": [{ var: "transfer.status" }, "SUCCESS"] };

/** Login redirects to `next`, whose value is in memory when the depositor arrives, and missing after a reload. */
function found(next: Readonly<Record<string, unknown>>) {
  const send = { then: { set: { "transfer.status": "SUCCESS" }, go: "/next" } };
  const login = page(["/", "/login"], { actions: { send }, body: controls({ send: { label: "Send", action: "send" } }) });
  const screens = { login, away: FLOW.screens.away, ...next };
  const source = smallSource({
    "flows/start.flow.json": { ...FLOW, screens },
    "flows/outcomes.json": OUTCOMES,
    "flows/decisions.json": {
      language: 2,
      decisions: { logo: { description: "Home.", order: ["out"], rows: { out: { go: "/" } } } },
    },
  });
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return prove(source, "first", bundle, compile).findings.filter(({ rule, owner }) => rule === "dead-end" && owner !== "screen:away");
}

const page = (path: string | readonly string[], more: Readonly<Record<string, unknown>>) => ({
  path,
  title: "A page",
  shell: "plain",
  guard: true,
  ...more,
});

describe("a page whose state is not persisted", () => {
  test("must have an exit without that state too", () => {
    const on = (when: Json) => ({ next: page("/next", { body: controls({ on: { label: "On", go: "/", when } }) }) });
    expect(found(on(true))).toEqual([]);
    const [stuck, ...more] = found(on(SENT));
    expect(more).toEqual([]);
    expect(stuck?.message).toBe(messages.deadEnd("next"));
    expect(stepTexts(stuck?.path?.steps ?? [])).toEqual(["start -> login", "typing the address /next -> next"]);
  });

  test("must not lead to a page that leads back without that state", () => {
    const turn = { call: "Login", with: { input: { email: "a@first.example", password: "x" } }, on: { ok: { go: "/over" } } };
    const next = page("/next", { body: controls({ turn: { label: "On", action: "turn" } }), actions: { turn } });
    const over = (otherwise: string) =>
      page("/over", { guard: SENT, fallback: { go: otherwise }, body: controls({ on: { label: "On", go: "/" } }) });
    expect(found({ next, over: over("/") })).toEqual([]);
    const [round, ...more] = found({ next, over: over("/next") });
    expect(more).toEqual([]);
    expect(round?.message).toBe(messages.circular("next"));
    expect(round?.path?.to).toBe("depositor");
    expect(stepTexts(round?.path?.steps ?? [])).toEqual(["start -> login", "typing the address /next -> next"]);
  });
});
