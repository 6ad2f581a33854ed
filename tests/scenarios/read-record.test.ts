/** Tests that a change of a bundle selects the scenarios that have read what changed, and no others. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReadRecord } from "../../src/scenarios/read-record.js";
import { Readers } from "../../src/scenarios/readers.js";

interface Sample {
  readonly screens: Readonly<Record<string, { readonly title: string; readonly rows?: readonly number[] }>>;
}
const SAMPLE: Sample = { screens: { home: { title: "Home", rows: [1, 2] }, login: { title: "Log in" } } };

/** The readers of the differences between the sample and `after`, where reader 1 has performed `read`. */
function readers(read: (sample: Sample) => unknown, after: object): readonly number[] {
  const record = createReadRecord();
  read(record.observed(SAMPLE, 1));
  return [...record.readersOfChanges(SAMPLE, after)];
}
const withHome = (home: object): object => ({ screens: { ...SAMPLE.screens, home } });

/** Each way to read, and a change that it must see. */
const READS: readonly [what: string, read: (sample: Sample) => unknown, after: object][] = [
  ["read the value", ({ screens }) => screens.home?.title, withHome({ title: "Start", rows: [1, 2] })],
  ["read the list's length", ({ screens }) => screens.home?.rows?.map(() => 0), withHome({ title: "Home", rows: [1, 2, 3] })],
  ["read an entry", ({ screens }) => screens.home?.rows?.includes(2), withHome({ title: "Home", rows: [1, 3] })],
  ["asked whether a removed part exists", ({ screens }) => Object.hasOwn(screens.home ?? {}, "rows"), withHome({ title: "Home" })],
  [
    "read a part that is added",
    ({ screens }) => screens.login?.rows,
    { screens: { ...SAMPLE.screens, login: { title: "Log in", rows: [] } } },
  ],
  ["listed the keys", ({ screens }) => Object.keys(screens), { screens: { ...SAMPLE.screens, logout: { title: "Log out" } } }],
  [
    "listed the keys in another order",
    ({ screens }) => Object.keys(screens),
    { screens: { login: SAMPLE.screens.login, home: SAMPLE.screens.home } },
  ],
  ["copied it", ({ screens }) => ({ ...screens.home }), withHome({ title: "Start", rows: [1, 2] })],
  ["wrote it as JSON", (sample) => JSON.stringify(sample), withHome({ title: "Home", rows: [1, 3] })],
];

describe("the readers of a change", () => {
  it.each(READS)("are those that %s", (_what, read, after) => {
    expect(readers(read, after)).toEqual([1]);
  });

  it.each(READS)("are those that %s, in a record that was stored", (_what, read, after) => {
    const recorded = createReadRecord();
    read(recorded.observed(SAMPLE, 1));
    const record = createReadRecord();
    read(record.observed(SAMPLE, 3));
    record.add(JSON.parse(JSON.stringify(recorded.stored())), (reader) => [reader + 3, reader + 4]);
    expect([...record.readersOfChanges(SAMPLE, after)].sort()).toEqual([3, 4, 5]);
  });

  it.each<[string, (sample: Sample) => unknown, object]>([
    ["read another screen", ({ screens }) => screens.login?.title, withHome({ title: "Start" })],
    ["read another part of the screen", ({ screens }) => screens.home?.title, withHome({ title: "Home", rows: [] })],
    ["read what is the same", (sample) => JSON.stringify(sample), structuredClone(SAMPLE)],
  ])("are not those that %s", (_what, read, after) => {
    expect(readers(read, after)).toEqual([]);
  });

  it("are none of those that a stored record leaves out", () => {
    const recorded = createReadRecord();
    JSON.stringify(recorded.observed(SAMPLE, 1));
    const record = createReadRecord();
    record.add(recorded.stored(), () => []);
    expect([...record.readersOfChanges(SAMPLE, withHome({ title: "Start" }))]).toEqual([]);
  });
});

it("keeps the numbers that were added, in any order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), fc.array(fc.nat(40)), (some, others) => {
      const readers = new Readers();
      for (const number of some) readers.add(number);
      readers.addAll(Readers.of(others));
      expect([...readers]).toEqual([...new Set([...some, ...others])].sort((a, b) => a - b));
      expect([...new Readers(readers.ranges)]).toEqual([...readers]);
    }),
  );
});

it("counts logic and messages as read with all their parts, and shares them between readers", () => {
  const before = { when: { "===": [{ var: "a" }, 1] }, title: { icu: [{ type: 0, value: "Home" }], values: {} }, go: { path: "/" } };
  const record = createReadRecord();
  const one = record.observed(before, 1);
  const other = record.observed(before, 2);
  expect(Object.is(one.when, other.when)).toBe(true);
  expect(one.title).toBeDefined();
  expect(Object.is(one.go, other.go)).toBe(false);
  const readersOf = (change: object): readonly number[] => [...record.readersOfChanges(before, { ...before, ...change })].sort();
  expect(readersOf({ when: { "===": [{ var: "a" }, 2] } })).toEqual([1, 2]);
  expect(readersOf({ title: { icu: [{ type: 0, value: "Start" }], values: {} } })).toEqual([1]);
  expect(readersOf({ go: { path: "/login" } })).toEqual([]);
  expect(record.isRead(["when", "===", "0", "var"])).toBe(true);
});

it("takes a value that is undefined for none, as JSON does", () => {
  const record = createReadRecord();
  JSON.stringify(record.observed({ title: "Home" }, 1));
  expect([...record.readersOfChanges({ title: "Home" }, { title: "Home", icon: undefined })]).toEqual([]);
});
