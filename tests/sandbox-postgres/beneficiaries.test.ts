/** Tests that the shares of beneficiaries stay a whole when two processes of the sandbox change them at once. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { makeChanges, steps } from "../sandbox/beneficiary-changes.js";
import { BankClient, signedIn, TestClock } from "../sandbox/test-bank.js";
import { useTwoBanks } from "./two-banks.js";

const two = useTwoBanks(new TestClock());

it("random changes at once at two processes leave shares that add up to 100.00 and belong to somebody", async () => {
  const [one, other] = two().banks;
  const { client, email, password } = await signedIn(one, "active");
  const second = new BankClient(other);
  await second.signIn(email, password);
  await fc.assert(
    fc.asyncProperty(steps, (all) => makeChanges([client, second], all)),
    { numRuns: 12 },
  );
  expect(two().errors).toEqual([]);
}, 60_000);
