/** Tests of beneficiaries and their shares at the sandbox, also by random sequences of changes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalShares, percentOf, scaledShares, shareOf, WHOLE } from "../../gateway/sandbox/allocations.js";
import { stepUp } from "./account-life.js";
import { makeChanges, steps } from "./beneficiary-changes.js";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });
const HOME = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const PERSON = { kind: "person", first_name: "Sam", last_name: "Rivera", date_of_birth: "1990-02-01", relationship: "sibling", ...HOME };
const TRUST = { kind: "trust", name: "Rivera Family Trust", tax_id: "12-3456789", ...HOME };

interface Beneficiary {
  readonly uuid: string;
  readonly name: string;
  readonly allocation: string;
}
const PATH = "/depositor/beneficiaries";
const list = async (client: BankClient) => (await client.call<Beneficiary[]>(PATH)).data;
const add = (client: BankClient, body: object) => client.call<Beneficiary[]>(PATH, { body });
const sharesOf = (rows: readonly Beneficiary[]) => rows.map(({ allocation }) => allocation);

describe("shares", () => {
  const shares = fc.array(fc.integer({ min: 1, max: WHOLE }), { minLength: 1, maxLength: 10 });

  it("divided equally or scaled are positive and add up exactly", () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 10, max: WHOLE }), (given, sum) => {
        const scaled = scaledShares(given, sum) ?? [];
        expect(scaled.reduce((all, share) => all + share, 0)).toBe(sum);
        expect(Math.min(...scaled)).toBeGreaterThan(0);
        const equal = equalShares(given.length);
        expect(equal.reduce((all, share) => all + share, 0)).toBe(WHOLE);
        expect(Math.min(...equal)).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    [10, [1111, 1111, 1111, 1111, 1111, 1111, 1111, 1111, 1112]],
    [8, [1428, 1428, 1428, 1428, 1428, 1428, 1432]],
    [4, [3333, 3333, 3334]],
    [3, [5000, 5000]],
  ])("of %i equal beneficiaries stay equal without one of them, and the last takes the remainder", (count, expected) => {
    for (let removed = 0; removed < count; removed += 1) {
      const left = equalShares(count).filter((_share, index) => index !== removed);
      expect(scaledShares(left, WHOLE), `without ${removed}`).toEqual(expected);
    }
  });

  it("of less than the whole keep the remainder at the last of those with the same share", () => {
    expect(scaledShares(equalShares(7), 6000)).toEqual([857, 857, 857, 857, 857, 857, 858]);
    expect(scaledShares([1000, 1000, 1000, 2000], 9997)).toEqual([1999, 2000, 2000, 3998]);
  });

  it("keep their value as text", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: WHOLE }), (share) => shareOf(percentOf(share)) === share));
    for (const text of ["0", "0.00", "100.01", "33.333", "-1", "a"]) expect(shareOf(text), text).toBeNull();
  });
});

describe("a beneficiary", () => {
  it("can be a person, a trust or an organization; the first receives everything", async () => {
    const { client } = await signedIn(bank, "active");
    expect(await add(client, PERSON)).toMatchObject({
      status: 201,
      data: [{ name: "Sam Rivera", allocation: "100.00", tax_id_last4: null }],
    });
    expect((await add(client, TRUST)).data).toMatchObject([{}, { name: "Rivera Family Trust", tax_id_last4: "6789", first_name: null }]);
    expect(sharesOf(await list(client))).toEqual(["50.00", "50.00"]);
    await add(client, { ...PERSON, first_name: "Lee" });
    expect(sharesOf(await list(client))).toEqual(["33.33", "33.33", "33.34"]);
    expect(sharesOf((await add(client, { ...TRUST, kind: "organization", share: "40" })).data)).toEqual([
      "20.00",
      "20.00",
      "20.00",
      "40.00",
    ]);
  });

  it("reports what is missing at its field", async () => {
    const { client } = await signedIn(bank, "active");
    expect(await add(client, { ...PERSON, relationship: " " })).toMatchObject({
      status: 422,
      errors: { relationship: [expect.any(String)] },
    });
    expect(await add(client, { ...TRUST, name: null })).toMatchObject({ status: 422, errors: { name: [expect.any(String)] } });
    expect(await add(client, { ...PERSON, date_of_birth: "2030-01-01" })).toMatchObject({
      status: 422,
      errors: { date_of_birth: [expect.any(String)] },
    });
    expect(await add(client, { ...PERSON, street: "PO Box 7" })).toMatchObject({ status: 422, errors: { street: [expect.any(String)] } });
    expect(await add(client, { ...TRUST, street2: "P.O. Box 7" })).toMatchObject({
      status: 422,
      errors: { street2: [expect.any(String)] },
    });
    await add(client, PERSON);
    expect(await add(client, { ...PERSON, share: "100" })).toMatchObject({ status: 422, errors: { share: [expect.any(String)] } });
  });

  it("is edited without its share, and only by the primary holder of its account", async () => {
    const { client } = await signedIn(bank, "two-beneficiaries");
    const [first] = await list(client);
    const edited = await client.call<Beneficiary[]>(`${PATH}/${first?.uuid}`, {
      method: "PATCH",
      body: { ...PERSON, first_name: "Robbie" },
    });
    expect(edited.data).toMatchObject([{ name: "Robbie Rivera", allocation: "50.00" }, {}]);
    const other = await signedIn(bank, "active");
    expect((await other.client.call(`${PATH}/${first?.uuid}`, { method: "PATCH", body: PERSON })).status).toBe(404);
    const second = await signedIn(bank, "joint-secondary");
    expect(await add(second.client, PERSON)).toMatchObject({ status: 403, code: "not_allowed" });
  });

  it("is removed alone, or with a new division of the account", async () => {
    const { client } = await signedIn(bank, "two-beneficiaries");
    const [first, last] = await list(client);
    const remove = (uuid = "") => client.call<Beneficiary[]>("/depositor/beneficiary", { method: "DELETE", body: { uuid } });
    expect((await remove(first?.uuid)).status).toBe(409);
    const reallocated = await client.call<Beneficiary[]>(`${PATH}/delete-and-reallocate`, {
      body: { uuid: first?.uuid, allocations: [{ uuid: last?.uuid, allocation: "99.99" }] },
    });
    expect(reallocated).toMatchObject({ status: 422, errors: { allocations: ["Shares must add up to 100.00%."] } });
    expect(sharesOf((await client.call<Beneficiary[]>(`${PATH}/delete-and-reallocate`, { body: { uuid: first?.uuid } })).data)).toEqual([
      "100.00",
    ]);
    expect((await remove(last?.uuid)).data).toEqual([]);
  });

  it("of ten with equal shares leaves nine; the last one gets the remainder", async () => {
    const { client } = await signedIn(bank, "active");
    for (let count = 0; count < 10; count += 1) await add(client, PERSON);
    const rows = await list(client);
    expect(sharesOf(rows)).toEqual(Array.from({ length: 10 }, () => "10.00"));
    const left = await client.call<Beneficiary[]>(`${PATH}/delete-and-reallocate`, { body: { uuid: rows[3]?.uuid } });
    expect(sharesOf(left.data)).toEqual([...Array.from({ length: 8 }, () => "11.11"), "11.12"]);
  });
});

describe("a change after ten minutes", () => {
  const oldSession = async () => {
    const { client } = await signedIn(bank, "two-beneficiaries");
    clock.advance(10 * 60 * 1000);
    return client;
  };

  it("needs one step-up code for all changes of the next ten minutes", async () => {
    const client = await oldSession();
    const [first, second] = await list(client);
    const changes = () =>
      [
        ["add", add(client, PERSON)],
        ["edit", client.call(`${PATH}/${first?.uuid}`, { method: "PATCH", body: PERSON })],
        ["divide", client.call(`${PATH}/update-allocations`, { method: "PATCH", body: {} })],
        ["remove", client.call("/depositor/beneficiary", { method: "DELETE", body: { uuid: first?.uuid } })],
        ["reallocate", client.call(`${PATH}/delete-and-reallocate`, { body: { uuid: second?.uuid } })],
      ] as const;
    for (const [name, reply] of changes()) expect(await reply, name).toMatchObject({ status: 403, code: "step_up_required" });
    expect((await list(client)).map(({ uuid }) => uuid)).toEqual([first?.uuid, second?.uuid]);
    await stepUp(client);
    for (const [name, reply] of changes()) expect((await reply).code, name).not.toBe("step_up_required");
    clock.advance(10 * 60 * 1000);
    expect(await add(client, PERSON)).toMatchObject({ status: 403, code: "step_up_required" });
  });

  it("is not permitted by a phone number that the session itself names", async () => {
    const client = await oldSession();
    expect((await client.call("/mfa-add-sms", { body: { phone: "2125550147" } })).status).toBe(422);
    expect(await add(client, PERSON)).toMatchObject({ status: 403, code: "step_up_required" });
  });
});

it("random changes, also at once in two sessions, leave shares that add up to 100.00 and belong to somebody", async () => {
  const { client, email, password } = await signedIn(bank, "active");
  const other = new BankClient(bank);
  await other.signIn(email, password);
  await fc.assert(
    fc.asyncProperty(steps, (all) => makeChanges([client, other], all)),
    { numRuns: 12 },
  );
}, 60_000);

describe("a nonprofit", () => {
  it("is found by name, EIN, city or state, and selected instead of another", async () => {
    const { client } = await signedIn(bank, "active");
    expect((await client.call("/nonprofits/selected")).data).toBeNull();
    const [offered] = (await client.call<{ ein: string; name: string }[]>("/nonprofits/default")).data;
    const found = (await client.call<{ ein: string }[]>("/nonprofits?search=food%20philadelphia")).data;
    expect(found).toMatchObject([{ name: "Harvest Table Food Bank", location: "Philadelphia, PA" }]);
    expect((await client.call(`/nonprofits?search=${found[0]?.ein.replace("-", "")}`)).data).toHaveLength(1);
    const ofState = (await client.call<{ location: string }[]>("/nonprofits?search=pennsylvania")).data;
    expect(new Set(ofState.map(({ location }) => location.slice(-4)))).toEqual(new Set([", PA"]));
    expect((await client.call("/nonprofits?search=")).data).toEqual([]);
    await client.call("/nonprofits/select", { body: { ein: offered?.ein } });
    expect(await client.call("/nonprofits/select", { body: { ein: found[0]?.ein } })).toMatchObject({ data: { status: "COMPLETED" } });
    expect((await client.call("/nonprofits/selected")).data).toMatchObject({ ein: found[0]?.ein });
    expect((await client.call("/nonprofits/select", { body: { ein: "99-9999999" } })).status).toBe(404);
  });
});
