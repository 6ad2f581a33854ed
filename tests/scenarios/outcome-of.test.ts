/** Tests of the outcomes that answers of scenarios describe. */
import { expect, test } from "vitest";
import { outcomeOf } from "../../src/scenarios/outcome-of.js";

const declared = () => ({ message: "Check your entries.", fields: ["amount"] });
const call = { fields: ["preview"], variables: { amount: "50.00", date: null } };

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
