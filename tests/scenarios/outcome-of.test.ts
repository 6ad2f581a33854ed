/** Tests of the outcomes that answers of scenarios describe. */
import { expect, test } from "vitest";
import type { BundleCore, CompiledOperation } from "../../src/language/bundle.js";
import { outcomeOf, outcomeOfState } from "../../src/scenarios/outcome-of.js";

const declared = () => ({ message: "Check your entries.", fields: ["amount"] });
const operationOf = (kind: "query" | "mutation", document: string, fields: readonly string[]) =>
  ({ name: "Asked", kind, document, fields }) as unknown as CompiledOperation;
const operation = operationOf("mutation", "mutation Asked { preview { amount date } }", ["preview"]);
const call = { operation, variables: { amount: "50.00", date: null } };

test("an answer repeats the named variables that the call has", () => {
  const ok = { amount: null, date: "2026-11-23" };
  expect(outcomeOf({ ok, repeats: ["amount", "date"] }, call, declared)).toEqual({
    status: "ok",
    result: { preview: { amount: "50.00", date: "2026-11-23" } },
  });
  expect(outcomeOf({ ok }, call, declared)).toEqual({ status: "ok", result: { preview: ok } });
});

test("a failure has the declared message and fields, unless it names its own", () => {
  expect(outcomeOf({ fails: "422.over_limit" }, call, declared)).toMatchObject({
    status: 422,
    code: "over_limit",
    errors: [{ path: "amount", message: "Check your entries." }],
  });
  expect(outcomeOf({ fails: "network", message: "Own.", errors: [] }, call, declared)).toMatchObject({
    status: "network",
    code: null,
    message: "Own.",
    errors: [],
  });
});

test("an answer has what the document selects, in lists, under aliases and in fragments", () => {
  const document = `query Asked { all: transfers { ...T parts { kind } more } } fragment T on Transfer { uuid ... on Transfer { note } }`;
  const transfer = { uuid: "t-1", note: null, secret: "x", more: { any: 1 }, parts: [{ kind: "a", size: 2 }, null] };
  const asked = { operation: operationOf("query", document, ["all"]), variables: {} };
  expect(outcomeOf({ ok: [transfer] }, asked, declared)).toEqual({
    status: "ok",
    result: { all: [{ uuid: "t-1", note: null, more: { any: 1 }, parts: [{ kind: "a" }, null] }] },
  });
});

test("a query of slices has the selected part of the state; another operation has no answer by itself", () => {
  const core = { initial: { auth: null, progress: null } } as unknown as BundleCore;
  const slice = (name: string) => ({ name, first_name: "Dana" });
  const asked = (kind: "query" | "mutation", document: string, fields: readonly string[]) =>
    outcomeOfState(core, operationOf(kind, document, fields), slice);
  expect(asked("query", "query Asked { progress { name } }", ["progress"])).toEqual({
    status: "ok",
    result: { progress: { name: "progress" } },
  });
  expect(asked("mutation", "mutation Asked { progress { name } }", ["progress"])).toBeNull();
  expect(asked("query", "query Asked { progress { name } other }", ["progress", "other"])).toBeNull();
  expect(outcomeOfState(core, undefined, slice)).toBeNull();
});
