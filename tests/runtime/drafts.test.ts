/** Tests which drafts are deleted when a form has been sent or discarded. */
import { expect, it } from "vitest";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { failed, ok, SIGNED_IN, settled } from "./fakes.js";
import { runtimeFixture } from "./runtime-fixture.js";

const form = (key: string, submit: string): CompiledBlock =>
  ({ key, block: "form", submit, schemaId: `forms/${key}.json`, schema: {}, fields: { order: [], items: {} } }) as unknown as CompiledBlock;
/** Its initial data are those of the history entry. */
const amount = { ...form("amount", "preview"), initial: { var: "route.state.deposit" } } as CompiledBlock;
const SCREENS = {
  transfer: {
    body: [amount, form("consent", "pay"), form("other", "save")],
    actions: { preview: { call: "Check", on: { ok: [] } }, pay: { call: "Pay", on: { ok: [] } }, save: { call: "Save", on: { ok: [] } } },
  },
};
const TYPED = { "forms/amount.json {}": { amount: "5" }, "forms/consent.json": { yes: true }, "forms/other.json": { a: 1 } };

async function sent(
  action: string,
  operation: string,
  outcome: Parameters<ReturnType<ReturnType<typeof runtimeFixture>["ports"]["latestCall"]>["answer"]>[0],
) {
  const { runtime, ports, screen, open } = runtimeFixture(SCREENS, SIGNED_IN);
  await open("/transfer");
  for (const [name, typed] of Object.entries(TYPED)) runtime.saveDraft(screen(), name, typed as Json);
  void runtime.raise("transfer", action, { form: {} });
  await settled();
  await ports.latestCall(operation).answer(outcome);
  await settled();
  return Object.keys(ports.store.get().drafts as object);
}

it("a preview keeps the draft, so that Back shows what was typed", async () => {
  expect(await sent("preview", "Check", ok({ check: {} }))).toEqual(Object.keys(TYPED));
});

it("a mutation deletes the drafts of the forms that it sent and of those that were only previewed", async () => {
  expect(await sent("pay", "Pay", ok({ pay: {} }))).toEqual(["forms/other.json"]);
});

it("a mutation that fails keeps the drafts", async () => {
  expect(await sent("pay", "Pay", failed(500))).toEqual(Object.keys(TYPED));
});

it("a search passed on to the next history entry leaves none, so that Back shows the search of each entry", async () => {
  const search = { ...form("search", "search"), initial: { var: "route.state.criteria" } } as CompiledBlock;
  const go = { path: "/list", state: { criteria: { var: "form" } } };
  const { runtime, ports, screen, open } = runtimeFixture(
    { list: { body: [search, form("other", "save")], actions: { search: { then: [{ go }] }, save: { then: [{ go }] } } } },
    SIGNED_IN,
  );
  await open("/list");
  const drafts = () => Object.keys(ports.store.get().drafts as object);
  runtime.saveDraft(screen(), "forms/search.json [null]", { text: "rent" });
  runtime.saveDraft(screen(), "forms/other.json", { a: 1 });
  await runtime.raise("list", "save", { form: { a: 1 } });
  expect(drafts()).toEqual(["forms/search.json [null]", "forms/other.json"]);
  await runtime.raise("list", "search", { form: { text: "rent" } });
  expect(drafts()).toEqual(["forms/other.json"]);
});

it("an action that discards a form deletes its drafts, and no other", async () => {
  const cancel = { then: [{ discard: ["forms/amount.json"], go: "/transfer" }] };
  const { runtime, ports, screen, open } = runtimeFixture(
    { transfer: { ...SCREENS.transfer, actions: { ...SCREENS.transfer.actions, cancel } } },
    SIGNED_IN,
  );
  await open("/transfer");
  for (const [name, typed] of Object.entries(TYPED)) runtime.saveDraft(screen(), name, typed as Json);
  await runtime.raise("transfer", "cancel");
  expect(Object.keys(ports.store.get().drafts as object)).toEqual(["forms/consent.json", "forms/other.json"]);
});

it("what was typed about one record stays when another one is saved, also where the answer comes on the page of the other", async () => {
  const reply = { ...form("reply", "send"), record: { var: "route.state.thread" } } as CompiledBlock;
  const next = { go: { path: "/thread", state: { thread: "two" } } };
  const { runtime, ports, screen, open } = runtimeFixture(
    { thread: { body: [reply], actions: { send: { call: "Save", on: { ok: [] } }, next: { then: [next] } } } },
    SIGNED_IN,
  );
  await open("/thread", { thread: "one" });
  runtime.saveDraft(screen(), 'forms/reply.json "one"', { body: "first" });
  runtime.saveDraft(screen(), 'forms/reply.json "two"', { body: "second" });
  void runtime.raise("thread", "send", { form: { body: "first" } });
  await settled();
  await runtime.raise("thread", "next");
  await ports.latestCall("Save").answer(ok({ save: {} }));
  await settled();
  expect(ports.store.get().drafts).toEqual({ 'forms/reply.json "two"': { body: "second" } });
});
