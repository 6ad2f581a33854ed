/** Tests the lookups of the shipped flows. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { createLookups } from "../../src/runtime/lookups.js";
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
    expect(await createLookups({ scope, send: ask }).suggest(bundleOf("harbor").core, "address", "1200 Mar")).toEqual({
      found: [
        {
          id: expect.any(String),
          label: "1200 Market Street, Philadelphia, PA 19107",
          fields: { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" },
          item: PLACE,
        },
      ],
    });
    expect(asked).toEqual([["Places", { search: "1200 Mar" }]]);
  });

  it.each([404, 500, "network", "timeout"] as const)("returns its text for the field after %s", async (status) => {
    const failed: Outcome = { status, code: null, message: "", errors: [], request_id: null };
    expect(await createLookups({ scope, send: async () => failed }).suggest(bundleOf("harbor").core, "address", "1200")).toEqual({
      message: "Address lookup isn't available. Enter your address.",
    });
  });

  it("sends no request for a text that is too short", async () => {
    const nobody = () => Promise.reject(new Error("asked"));
    expect(await createLookups({ scope, send: nobody }).suggest(bundleOf("harbor").core, "address", "12  ")).toEqual({ found: [] });
  });

  it("throws for an unknown name", async () => {
    const nobody = () => Promise.reject(new Error("asked"));
    await expect(createLookups({ scope, send: nobody }).suggest(bundleOf("harbor").core, "color", "red")).rejects.toThrow(
      'There is no lookup "color".',
    );
  });

  it("suggests nonprofits with their location and EIN, and fills in the name", async () => {
    const asked: unknown[] = [];
    const nonprofit = { name: "Blue Heron Wetlands Alliance", ein: "84-1234567", location: "Baton Rouge, LA" };
    const send = async (query: string, variables: Json): Promise<Outcome> => {
      asked.push([query, variables]);
      return { status: "ok", result: { nonprofits: [nonprofit, { ...nonprofit, location: null }] } };
    };
    const suggestion = {
      id: expect.any(String),
      label: "Blue Heron Wetlands Alliance",
      fields: { search: "Blue Heron Wetlands Alliance" },
    };
    expect(await createLookups({ scope, send }).suggest(bundleOf("harbor").core, "nonprofit", "ba")).toEqual({
      found: [
        { ...suggestion, detail: "Baton Rouge, LA · EIN 84-1234567", item: nonprofit },
        { ...suggestion, detail: "EIN 84-1234567", item: { ...nonprofit, location: null } },
      ],
    });
    expect(asked).toEqual([["Nonprofits", { search: "ba" }]]);
  });

  it.each([
    ["address", "No address found. Enter your address."],
    ["nonprofit", "No nonprofits found. Check the spelling, or search by city or state."],
  ])("reports that the lookup %s has found nothing", async (name, message) => {
    const send = async (): Promise<Outcome> => ({ status: "ok", result: { found: [] } });
    expect(await createLookups({ scope, send }).suggest(bundleOf("harbor").core, name, "1200")).toEqual({ message });
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
    const [first, second] = [lookups.suggest(core, "address", "1200"), lookups.suggest(core, "address", "1200 ")];
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    for (const answer of answers) answer(good);
    expect(await first).toEqual({ found: [] });
    expect(await second).toMatchObject({ found: [{ fields: { zip: "19107" } }] });
  });
});
