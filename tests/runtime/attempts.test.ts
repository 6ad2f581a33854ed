/** Tests the idempotency keys: one for each attempt, kept while it is unsettled, also after a page load. */
import { describe, expect, it } from "vitest";
import type { DepositorState, Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { failed, ok, SIGNED_IN, settled } from "./fakes.js";
import { runtimeFixture } from "./runtime-fixture.js";

const pay = { call: "Pay", with: { amount: { var: "form.amount" } }, on: { "*": [] } };
const screens = { form: { actions: { pay } } };
const outcome = (status: "network" | "timeout" | number): Outcome => ({ ...failed(0), status }) as Outcome;

async function form(state: DepositorState = SIGNED_IN) {
  const fixture = runtimeFixture(screens, state);
  await fixture.open("/form");
  const { runtime, ports } = fixture;
  return {
    state: () => ports.store.get(),
    /** Raises the action and returns the variables that were sent. */
    async send(amount: string, answer: Outcome): Promise<Json> {
      const done = runtime.raise("form", "pay", { form: { amount } });
      await settled();
      const { variables, answer: give } = ports.latestCall("Pay");
      await give(answer);
      await done;
      return variables;
    },
  };
}

describe("an operation that takes an idempotency key", () => {
  it("is sent with a new key after each success, also with the same content", async () => {
    const { send, state } = await form();
    expect(await send("5", ok({ pay: {} }))).toEqual({ amount: "5", key: "id-1" });
    expect(state().attempts).toEqual({});
    expect(await send("5", ok({ pay: {} }))).toEqual({ amount: "5", key: "id-2" });
  });

  it.each(["network", "timeout", 500, 502, 503, 504, 429] as const)("is sent with the same key after %s", async (status) => {
    const { send } = await form();
    await send("5", outcome(status));
    expect(await send("5", ok({ pay: {} }))).toEqual({ amount: "5", key: "id-1" });
  });

  it.each([400, 403, 409, 422])("is sent with a new key after the refusal %s", async (status) => {
    const { send } = await form();
    await send("5", outcome(status));
    expect(await send("5", ok({ pay: {} }))).toEqual({ amount: "5", key: "id-2" });
  });

  it("is sent with a new key when the depositor changes what they send", async () => {
    const { send } = await form();
    await send("5", outcome("network"));
    expect(await send("6", outcome("network"))).toEqual({ amount: "6", key: "id-2" });
    expect(await send("6", ok({ pay: {} }))).toEqual({ amount: "6", key: "id-2" });
  });

  it("keeps the key of an unsettled attempt across a page load", async () => {
    const before = await form();
    await before.send("5", outcome("timeout"));
    const after = await form(before.state());
    expect(await after.send("5", ok({ pay: {} }))).toEqual({ amount: "5", key: "id-1" });
  });
});
