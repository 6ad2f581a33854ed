/** Exports random changes of beneficiaries in several sessions, for the tests on the embedded database and on PostgreSQL. */
import fc from "fast-check";
import { expect } from "vitest";
import { percentOf, shareOf, WHOLE } from "../../gateway/sandbox/allocations.js";
import type { BankClient } from "./test-bank.js";

const PATH = "/depositor/beneficiaries";
const HOME = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
const PERSON = { kind: "person", first_name: "Sam", last_name: "Rivera", date_of_birth: "1990-02-01", relationship: "sibling", ...HOME };

interface Row {
  readonly uuid: string;
  readonly name: string;
  readonly allocation: string;
}
const list = async (client: BankClient) => (await client.call<Row[]>(PATH)).data;

/** Shares by weight; `off` is added to the last one, so that the total is 100.00 only when it is 0. */
function sharesOf(rows: readonly Row[], weight: number, off: number) {
  const first = rows.map((_row, index) => (index === rows.length - 1 ? 0 : 1 + ((weight * (index + 3)) % Math.floor(WHOLE / rows.length))));
  const last = WHOLE - first.reduce((sum, share) => sum + share, 0) + off;
  return rows.map(({ uuid }, index) => ({ uuid, allocation: percentOf(index === rows.length - 1 ? last : (first[index] ?? 0)) }));
}

type Change = (client: BankClient, rows: readonly Row[], number: number) => Promise<{ readonly status: number }>;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const pick = (rows: readonly Row[], number: number): string => rows[number % Math.max(1, rows.length)]?.uuid ?? NOBODY;
const without = (rows: readonly Row[], number: number) => rows.filter(({ uuid }) => uuid !== pick(rows, number));

const CHANGES: Readonly<Record<string, Change>> = {
  add: (client) => client.call(PATH, { body: PERSON }),
  addShare: (client, _rows, number) => client.call(PATH, { body: { ...PERSON, share: percentOf(1 + (number % 9_999)) } }),
  edit: (client, rows, number) => client.call(`${PATH}/${pick(rows, number)}`, { method: "PATCH", body: PERSON }),
  remove: (client, rows, number) => client.call("/depositor/beneficiary", { method: "DELETE", body: { uuid: pick(rows, number) } }),
  removeScaled: (client, rows, number) => client.call(`${PATH}/delete-and-reallocate`, { body: { uuid: pick(rows, number) } }),
  removeShared: (client, rows, number) =>
    client.call(`${PATH}/delete-and-reallocate`, {
      body: { uuid: pick(rows, number), allocations: sharesOf(without(rows, number), number, number % 3 === 0 ? 1 : 0) },
    }),
  equal: (client) => client.call(`${PATH}/update-allocations`, { method: "PATCH", body: {} }),
  reallocate: (client, rows, number) =>
    client.call(`${PATH}/update-allocations`, { method: "PATCH", body: { allocations: sharesOf(rows, number, (number % 3) - 1) } }),
};

interface Chosen {
  readonly name: string;
  readonly number: number;
}
const change: fc.Arbitrary<Chosen> = fc.record({ name: fc.constantFrom(...Object.keys(CHANGES)), number: fc.nat({ max: 20_000 }) });

/** Steps of one to three changes at once, each in one of the sessions. */
export const steps = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 });

/** Makes the changes of each step at once, in turn in each session; after each step, the shares must be a whole. */
export async function makeChanges(sessions: readonly BankClient[], all: readonly (readonly Chosen[])[]): Promise<void> {
  for (const atOnce of all) {
    const rows = await list(sessions[0] as BankClient);
    const replies = await Promise.all(
      atOnce.map(({ name, number }, index) => (CHANGES[name] as Change)(sessions[index % sessions.length] as BankClient, rows, number)),
    );
    for (const { status } of replies) expect([200, 201, 404, 409, 422]).toContain(status);
    const after = await list(sessions.at(-1) as BankClient);
    expect(after.every(({ name, allocation }) => name !== "" && shareOf(allocation) !== null)).toBe(true);
    const total = after.reduce((sum, { allocation }) => sum + (shareOf(allocation) ?? 0), 0);
    expect(after.length === 0 ? WHOLE : total, JSON.stringify(after)).toBe(WHOLE);
  }
}
