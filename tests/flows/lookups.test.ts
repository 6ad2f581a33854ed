/** Tests the lookups of the shipped flows. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { createLookups, LookupFailed } from "../../src/runtime/lookups.js";
import { bundleOf } from "./shipped.js";

const scope = (item: Json) => ({ item });
const PLACE = { id: "pl-1", street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" };
const good: Outcome = { status: "ok", result: { places: [PLACE] } };

describe("a lookup", () => {
  it("sends the typed text, and returns suggestions with the values that they fill in", async () => {
    const asked: unknown[] = [];
    const ask = async (query: string, variables: Json) => {
      asked.push([query, variables]);
      return good;
    };
    expect(await createLookups({ scope, send: ask }).suggest(bundleOf("harbor").core, "address", "1200 Mar")).toEqual([
      {
        id: expect.any(String),
        label: "1200 Market Street, Philadelphia, PA 19107",
        fields: { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" },
      },
    ]);
    expect(asked).toEqual([["Places", { search: "1200 Mar" }]]);
  });

  it.each([404, 500, "network", "timeout"] as const)("rejects after %s, so that the field can show the failure", async (status) => {
    const failed: Outcome = { status, code: null, message: "", errors: [], request_id: null };
    await expect(createLookups({ scope, send: async () => failed }).suggest(bundleOf("harbor").core, "address", "1200")).rejects.toEqual(
      new LookupFailed(status),
    );
  });

  it("suggests nothing and sends no request for a widget without a lookup", async () => {
    const nobody = () => Promise.reject(new Error("asked"));
    expect(await createLookups({ scope, send: nobody }).suggest(bundleOf("harbor").core, "colour", "red")).toEqual([]);
  });

  it("is aborted when the depositor types on, and suggests nothing", async () => {
    const signals: AbortSignal[] = [];
    const answers: ((outcome: Outcome) => void)[] = [];
    const send = (_query: string, _variables: Json, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<Outcome>((resolve) => answers.push(resolve));
    };
    const lookups = createLookups({ scope, send });
    const { core } = bundleOf("harbor");
    const [first, second] = [lookups.suggest(core, "address", "12"), lookups.suggest(core, "address", "120")];
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    for (const answer of answers) answer(good);
    expect([(await first).length, (await second).length]).toEqual([0, 1]);
  });
});
