/** Tests that the time of a sign-in does not tell an invited address from an unknown one: it is the cost of the hash (domain.md 5, 27). */
import { expect, it } from "vitest";
import { hashPassword } from "../../gateway/sandbox/passwords.js";
import { createUserWithoutPassword } from "../../gateway/sandbox/users.js";
import { harbor, openModules, TestClock } from "./test-bank.js";

it("an invited person without a password costs a sign-in what an unknown address does", async () => {
  const clock = new TestClock();
  const open = await openModules(clock);
  try {
    const { bank } = open;
    const uuid = await createUserWithoutPassword({ ...open, db: bank.db, at: new Date(clock.now) }, harbor, "robin@example.com");
    const stored = await bank.db.selectFrom("users").select("password_hash").where("uuid", "=", uuid).executeTakeFirstOrThrow();
    // As `spendVerificationTime` hashes for an address without an account: the algorithm and its cost come first.
    const unknown = await hashPassword(bank, "a password");
    expect(stored.password_hash.split("$").slice(0, 2)).toEqual(unknown.split("$").slice(0, 2));
  } finally {
    await open.close();
  }
});
