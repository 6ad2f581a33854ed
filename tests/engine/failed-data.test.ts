/** Tests which parts of a screen are left out because of failed queries, and where each failure is reported. */
import { describe, expect, it } from "vitest";
import { unavailableParts } from "../../src/engine/failed-data.js";
import type { BundleCore, CompiledBlock, ScreenContent } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { when } from "../runtime/fakes.js";

const core = {
  operations: { Transactions: { fields: ["transactions"] }, Accounts: { fields: ["accounts"] } },
  loads: { transactions: { query: "Transactions" }, accounts: { query: "Accounts" } },
} as unknown as BundleCore;

const returned = when({ some: [{ var: "transactions" }, { "===": [{ var: "status" }, "Returned"] }] });
const control = (key: string, condition?: ReturnType<typeof when>) => ({
  key,
  label: key,
  go: "/deposit",
  ...(condition === undefined ? {} : { when: condition }),
});
const block = (key: string, more: object): CompiledBlock => ({ key, block: "notice", ...more }) as unknown as CompiledBlock;
const controls = (...items: ReturnType<typeof control>[]) => ({
  order: items.map(({ key }) => key),
  items: Object.fromEntries(items.map((item) => [item.key, item])),
});

function parts(body: readonly CompiledBlock[], state: Record<string, Json> = {}) {
  const content = { body, data: {}, actions: {} } as unknown as ScreenContent;
  const found = unavailableParts(core, content, { transactions: true }, { transactions: [], accounts: [{}], ...state });
  const named = (reports: typeof found.blocks) => [...reports].map(([{ key }, queries]) => [key, queries]);
  return { blocks: named(found.blocks), below: named(found.below), controls: [...found.controls] };
}

const list = block("list", { items: { var: "transactions" } });
const balance = block("balance", { amount: { var: "accounts.0.balance" } });

/** Where the failures of both loads are reported. */
function reports(body: readonly CompiledBlock[], loads: object = core.loads) {
  const content = { body, data: {}, actions: {} } as unknown as ScreenContent;
  const failed = { transactions: true, accounts: true } as const;
  const found = unavailableParts({ ...core, loads } as BundleCore, content, failed, { transactions: [], accounts: [] });
  return Object.fromEntries([...found.blocks].map(([{ key }, queries]) => [key, queries]));
}

/** The block in place of which the app's text for both failed loads is shown. */
function explained(body: readonly CompiledBlock[], loads: object = core.loads): string | undefined {
  const content = { body, data: {}, actions: {} } as unknown as ScreenContent;
  const failed = { transactions: true, accounts: true } as const;
  return unavailableParts({ ...core, loads } as BundleCore, content, failed, { transactions: [], accounts: [] }).explained?.key;
}

describe("two failed queries", () => {
  const apart = { balance: ["accounts"], list: ["transactions"] };
  const together = { balance: ["accounts", "transactions"], list: [] };
  const columns = (more: object) => block("columns", { block: "group", body: [list], ...more });

  it("are reported together where nothing is shown between them", () => {
    const never = block("never", { when: when({ "===": [1, 2] }) });
    expect(reports([balance, never, block("panel", { block: "aside" }), list])).toEqual(together);
    expect(reports([balance, columns({})])).toEqual(together);
  });

  it("are reported apart where something is", () => {
    expect(reports([balance, block("words", {}), list])).toEqual(apart);
    expect(reports([balance, columns({ heading: { text: "Latest" } })])).toEqual(apart);
  });

  it("are reported together where one has its own texts", () => {
    const own = { ...core.loads, transactions: { query: "Transactions", onFailure: { text: "We couldn't load your transactions." } } };
    expect(reports([balance, list], own)).toEqual(together);
  });

  it("are explained once, by the first report with the app's texts", () => {
    const body = [balance, block("words", {}), list];
    const own = { ...core.loads, accounts: { query: "Accounts", onFailure: { text: "We couldn't load your account." } } };
    expect(explained(body)).toBe("balance");
    expect(explained(body, own)).toBe("list");
  });

  it("are reported together where one is of a control in the block above the other", () => {
    const row = block("row", { block: "controls", controls: controls(control("news", when({ "!!": [{ var: "transactions" }] }))) });
    expect(reports([row, balance])).toEqual({ balance: ["transactions", "accounts"] });
  });
});

describe("a failed query", () => {
  it("replaces the first block that displays its data, and leaves out the others", () => {
    expect(parts([list, block("again", { items: { var: "transactions" } })]).blocks).toEqual([
      ["list", ["transactions"]],
      ["again", []],
    ]);
  });

  it("is reported where its data would be, and not by a block that might not be shown", () => {
    const notice = block("notice", { when: returned });
    expect(parts([notice, list]).blocks).toEqual([
      ["notice", []],
      ["list", ["transactions"]],
    ]);
    expect(parts([notice, block("words", {})]).blocks).toEqual([["notice", ["transactions"]]]);
  });

  it("leaves out a control whose condition it leaves undecided, and not the block of the control", () => {
    const balance = block("balance", {
      amount: { var: "accounts.0.balance" },
      controls: controls(control("pay", returned), control("view")),
    });
    expect(parts([balance, list])).toEqual({ blocks: [["list", ["transactions"]]], below: [], controls: [returned] });
  });

  it("leaves a control alone whose condition does not depend on the data", () => {
    const decided = when({ and: [{ "===": [{ var: "locked" }, true] }, returned.logic] });
    const balance = block("balance", { controls: controls(control("pay", decided)) });
    expect(parts([balance, list], { locked: false }).controls).toEqual([]);
    expect(parts([balance, list], { locked: true }).controls).toEqual([decided]);
  });

  it("leaves out a control of an entry whose condition reads the entry as well", () => {
    const own = when({ and: [{ "===": [{ var: "item.open" }, true] }, returned.logic] });
    const entries = block("entries", { items: { var: "accounts" }, item: { controls: controls(control("pay", own)) } });
    expect(parts([entries, list]).controls).toEqual([own]);
  });

  it("is reported below the block of the control where no block displays its data", () => {
    const balance = block("balance", { controls: controls(control("pay", returned)) });
    expect(parts([balance, block("words", {})])).toEqual({ blocks: [], below: [["balance", ["transactions"]]], controls: [returned] });
  });

  it("leaves out a control that shows the data, and not one whose condition is false", () => {
    const open = when({ "===": [{ var: "status" }, "open"] });
    const counted = { ...control("news", open), label: { var: "transactions" } };
    const row = block("row", { block: "controls", controls: controls(counted as never, control("other")) });
    const words = block("words", {});
    expect(parts([row, words], { status: "open" })).toEqual({ blocks: [], below: [["row", ["transactions"]]], controls: [open] });
    expect(parts([row, words], { status: "closed" })).toEqual({ blocks: [], below: [], controls: [] });
  });
});
