/** Tests the idempotency key of an operation: the runtime supplies it, and neither a flow nor a document can. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import * as problems from "../../src/language/problems.js";
import { FLOW, OPERATIONS, problemsOf, smallSource } from "../support/small-flows.js";

const { page } = FLOW.screens;
const changes = (pay: string, more: object = {}) => ({
  "flows/start.graphql": `${OPERATIONS}${pay}`,
  "flows/start.flow.json": {
    ...FLOW,
    screens: {
      ...FLOW.screens,
      page: {
        ...page,
        body: { items: { on: { block: "controls", controls: { items: { pay: { label: "Pay", action: "pay" } } } } } },
        actions: { pay: { call: "Pay", with: { authorized: true, ...more }, on: { ok: { go: "/" } } } },
      },
    },
  },
});
const KEYED =
  "mutation Pay($authorized: Boolean!, $key: IdempotencyKey!) { fundAccount(input: { authorized: $authorized }, idempotency_key: $key) { request_id } }";
const CONSTANT =
  'mutation Pay($authorized: Boolean!) { fundAccount(input: { authorized: $authorized }, idempotency_key: "once") { request_id } }';
const messages = (...given: Parameters<typeof changes>) =>
  problemsOf(changes(...given))
    .filter(({ rule }) => !rule.startsWith("unused-"))
    .map(({ message }) => message);

describe("an operation with a variable of the type IdempotencyKey", () => {
  it("names the variable in the bundle, and the flow does not give it", () => {
    expect(messages(KEYED)).toEqual([]);
    const { bundle } = compile(smallSource(changes(KEYED)), "first");
    expect(bundle?.core.operations.Pay?.idempotencyKey).toBe("key");
    expect(bundle?.core.operations.Login).not.toHaveProperty("idempotencyKey");
  });

  it("rejects a key that a flow gives, which would be the same for every attempt", () => {
    expect(messages(KEYED, { key: "once" })).toEqual([problems.notAVariable("key", "Pay", ["authorized"]).message]);
  });

  it("rejects a key in the document", () => {
    expect(messages(CONSTANT)).toContainEqual(expect.stringContaining("A variable of the type IdempotencyKey is needed here"));
  });
});
