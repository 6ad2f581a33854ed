/** Tests of beneficiaries and the nonprofit, from the flows' operations to the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SandboxFixture } from "./sandbox-fixture.js";

// The bank sends one code a minute.
const machine = { now: Date.parse("2026-11-21T17:00:00Z") };
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ clock: () => machine.now });
}, 120_000);
afterAll(() => fixture?.close());

const HOME = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const PERSON = { kind: "person", first_name: "Sam", last_name: "Rivera", date_of_birth: "2015-06-02", relationship: "child", ...HOME };
interface Beneficiaries {
  readonly beneficiaries: readonly { readonly uuid: string; readonly name: string; readonly allocation: string }[];
}
const shares = ({ beneficiaries }: Beneficiaries) => beneficiaries.map(({ name, allocation }) => `${name} ${allocation}`);

describe("beneficiaries", () => {
  it("are added once for each attempt, read one by one, divided and removed", async () => {
    const ada = await fixture.signedInAs("one-beneficiary");
    const add = { form: { ...PERSON, share: "25" }, key: crypto.randomUUID() };
    const added = await ada.call<Beneficiaries>("AddBeneficiary", add);
    expect(shares(added)).toEqual(["Robin Whitfield 75.00", "Sam Rivera 25.00"]);
    expect(shares(await ada.call<Beneficiaries>("AddBeneficiary", add))).toHaveLength(2);
    const [robin, sam] = added.beneficiaries;
    expect(await ada.call("BeneficiaryDetails", { uuid: sam?.uuid })).toMatchObject([{ name: "Sam Rivera", city: "Springfield" }]);
    expect(await ada.call("BeneficiaryDetails", { uuid: crypto.randomUUID() })).toEqual([]);
    const edited = await ada.call<Beneficiaries>("EditBeneficiary", { uuid: sam?.uuid, form: { ...PERSON, first_name: "Samuel" } });
    expect(shares(edited)).toEqual(["Robin Whitfield 75.00", "Samuel Rivera 25.00"]);
    expect(shares(await ada.call<Beneficiaries>("SplitEqually"))).toEqual(["Robin Whitfield 50.00", "Samuel Rivera 50.00"]);
    const { allocations } = await ada.call<{ allocations: { uuid: string; name: string; allocation: string }[] }>("Shares");
    const form = (...values: string[]) => ({ allocations: allocations.map((one, index) => ({ ...one, allocation: values[index] ?? "" })) });
    expect(await ada.failure("UpdateAllocations", { form: form("60", "39.99") })).toMatchObject({
      status: 422,
      errors: [{ path: "allocations" }],
    });
    expect(shares(await ada.call<Beneficiaries>("UpdateAllocations", { form: form("60", "40") }))).toEqual([
      "Robin Whitfield 60.00",
      "Samuel Rivera 40.00",
    ]);
    expect(await ada.failure("RemoveBeneficiary", { uuid: sam?.uuid })).toMatchObject({ status: 409, code: "conflict" });
    const reallocated = await ada.call<Beneficiaries>("RemoveAndReallocate", { uuid: sam?.uuid, key: crypto.randomUUID() });
    expect(shares(reallocated)).toEqual(["Robin Whitfield 100.00"]);
    expect(shares(await ada.call<Beneficiaries>("RemoveBeneficiary", { uuid: robin?.uuid }))).toEqual([]);
  });

  it("are changed in an old session with a step-up code, which is verified with the change", async () => {
    const ada = await fixture.signedInAs("two-beneficiaries");
    const shown = await ada.call<{ allocations: readonly { readonly uuid: string }[] }>("Shares");
    const [robin, lee] = shown.allocations.map(({ uuid }) => uuid);
    const changes: readonly (readonly [operation: string, variables: object, form: object | null])[] = [
      ["AddBeneficiary", { key: crypto.randomUUID() }, PERSON],
      ["EditBeneficiary", { uuid: robin }, PERSON],
      ["SplitEqually", {}, null],
      ["RemoveAndReallocate", { uuid: lee, key: crypto.randomUUID() }, null],
    ];
    for (const [operation, variables, form] of changes) {
      await fixture.control("/simulate/session-age", { email: ada.email });
      expect(await ada.failure(operation, { ...variables, form }), operation).toMatchObject({ status: 403, code: "step_up_required" });
      const withCode = (code: string) => ({ ...variables, form: { ...form, code } });
      expect(await ada.failure(operation, withCode("000000")), operation).toMatchObject({ status: 422, errors: [{ path: "code" }] });
      await ada.call("SelectMfa", { type: "email" });
      expect(await ada.failure(operation, withCode("123123")), operation).toMatchObject({
        status: 422,
        errors: [{ path: "code", message: "That code isn't right. Check it and try again." }],
      });
      expect(await ada.call(operation, withCode("000000")), operation).toMatchObject({ beneficiaries: expect.any(Array) });
      machine.now += 2 * 60_000;
    }
  });

  it("are validated by the form before the bank is called", async () => {
    const ada = await fixture.signedInAs("active");
    const { relationship: _, ...incomplete } = PERSON;
    expect(await ada.failure("AddBeneficiary", { form: incomplete, key: crypto.randomUUID() })).toMatchObject({
      status: 422,
      errors: [{ path: "relationship" }],
    });
  });
});

describe("the nonprofit", () => {
  it("is suggested, searched and selected", async () => {
    const ada = await fixture.signedInAs("active");
    expect(await ada.call("Nonprofit")).toBeNull();
    expect((await ada.call<unknown[]>("Nonprofits", { search: null })).length).toBeGreaterThan(3);
    const [found] = await ada.call<{ ein: string; name: string }[]>("Nonprofits", { search: "shelter milwaukee" });
    expect(await ada.call("SelectNonprofit", { ein: found?.ein })).toMatchObject({ nonprofit: { name: "Open Door Shelter" } });
    expect(await ada.call("Nonprofit")).toMatchObject({ name: "Open Door Shelter", location: "Milwaukee, WI" });
  });
});
