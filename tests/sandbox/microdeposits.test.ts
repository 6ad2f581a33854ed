/** Tests of microdeposits over HTTP: right, wrong, locked, reissued once, expired, never arriving. */
import { describe, expect, it } from "vitest";
import { type BankClient, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank();

const NUMBERS = {
  holder_name: "Dana Whitfield",
  account_type: "checking",
  routing_number: "021000021",
  account_number: "000123456789",
  authorized: true,
};
interface Linked {
  readonly linked_account: { readonly uuid: string; readonly status: string; readonly attempts_left: number | null };
}

const linkBy = (client: BankClient, change: Readonly<Record<string, unknown>> = {}) =>
  client.call<Linked>("/link/manual", { body: { ...NUMBERS, ...change } });
const verify = (client: BankClient, ...amounts: number[]) => client.call("/link/manual/verify", { body: { amounts } });
const reissue = (client: BankClient, account_id: string) => client.call<Linked>("/link/manual/reissue", { body: { account_id } });

/** A depositor who has just linked an account manually. */
async function linking(change: Readonly<Record<string, unknown>> = {}): Promise<{ client: BankClient; uuid: string }> {
  const { client } = await signedIn(bank, "bank");
  const linked = await linkBy(client, change);
  expect(linked).toMatchObject({ status: 201, data: { linked_account: { status: "VERIFICATION_PENDING", attempts_left: 3 } } });
  return { client, uuid: linked.data.linked_account.uuid };
}

describe("microdeposits", () => {
  it("cost no attempt before they arrive, and match in either order", async () => {
    const { client } = await linking();
    expect(await verify(client, 7, 23)).toMatchObject({ status: 422, code: "not_arrived", data: { attempts_left: 3 } });
    await client.advance("P5D");
    expect(await verify(client, 23, 7)).toMatchObject({
      status: 200,
      data: { linked_account: { status: "ACTIVE" }, progress: { registration_last_step: "verified" } },
    });
  });

  it("have an expected day, and stay valid to the end of their last day", async () => {
    const { client } = await linking();
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ expires_at: "2026-12-08T23:59:59.000Z" }]);
    // Sent on Monday 23 November: they settle on Tuesday, and Thanksgiving is not a banking day.
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ expected_by: "2026-11-27" }]);
    // 8 p.m. on 8 December in New York, and the next morning.
    await client.control("/clock", { now: "2026-12-09T01:00:00.000Z" });
    expect(await verify(client, 11, 12)).toMatchObject({ status: 422, code: "wrong_amounts" });
    await client.control("/clock", { now: "2026-12-09T12:00:00.000Z" });
    expect(await verify(client, 7, 23)).toMatchObject({ status: 422, code: "expired" });
  });

  it("lock after three wrong pairs, are reissued once, and can then be verified", async () => {
    const { client, uuid } = await linking();
    await client.advance("P5D");
    for (const attempts_left of [2, 1, 0])
      expect(await verify(client, 11, 12)).toMatchObject({ status: 422, code: "wrong_amounts", data: { attempts_left } });
    expect(await verify(client, 7, 23)).toMatchObject({ status: 403, code: "locked" });
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ status: "LOCKED", attempts_left: 0 }]);

    expect(await reissue(client, uuid)).toMatchObject({ data: { linked_account: { status: "VERIFICATION_PENDING", attempts_left: 3 } } });
    expect(await reissue(client, uuid)).toMatchObject({ status: 403, code: "no_reissue" });
    await client.advance("P5D");
    expect(await verify(client, 7, 23)).toMatchObject({ status: 200, data: { linked_account: { status: "ACTIVE" } } });
  });

  it("give no new attempts when the same account is entered again: the error offers new deposits or another account", async () => {
    const { client, uuid } = await linking();
    await client.advance("P5D");
    await verify(client, 9, 9);
    const accountNumberError = (pattern: RegExp) => ({ status: 422, errors: { account_number: [expect.stringMatching(pattern)] } });
    expect(await linkBy(client)).toMatchObject(accountNumberError(/Request new deposits, or link another account\.$/));
    await reissue(client, uuid);
    await client.advance("P5D");
    await verify(client, 9, 9);
    expect(await linkBy(client)).toMatchObject(accountNumberError(/incorrect amounts\. Link another account\.$/));
    expect((await client.call("/linked-accounts")).data).toHaveLength(1);
    expect(await linkBy(client, { account_number: "000123456780" })).toMatchObject({ status: 201 });
  });

  it("give no new attempts when the account is removed and entered again", async () => {
    const { client, uuid } = await linking();
    await client.advance("P5D");
    await verify(client, 11, 12);
    const remove = (link: string) => client.call(`/x/linked-accounts/${link}`, { method: "DELETE" });
    expect((await remove(uuid)).status).toBe(200);
    const again = await linkBy(client);
    expect(again).toMatchObject({
      status: 201,
      data: { linked_account: { status: "VERIFICATION_PENDING", attempts_left: 2, reissues_left: 1 } },
    });
    await client.advance("P5D");
    await verify(client, 9, 9);
    expect((await remove(again.data.linked_account.uuid)).status).toBe(200);
    expect(await linkBy(client)).toMatchObject({
      status: 422,
      errors: { account_number: ["Too many incorrect amounts. Link another account."] },
    });
    expect(await linkBy(client, { account_number: "000123456780" })).toMatchObject({
      status: 201,
      data: { linked_account: { attempts_left: 3 } },
    });
  });

  it("expire without verification, and can be reissued", async () => {
    const { client, uuid } = await linking();
    await client.advance("P25D");
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ status: "FAILED" }]);
    expect(await verify(client, 7, 23)).toMatchObject({ status: 422, code: "expired" });
    expect(await reissue(client, uuid)).toMatchObject({ data: { linked_account: { status: "VERIFICATION_PENDING" } } });
  });

  it("never arrive at one test account, and the depositor can link another one", async () => {
    const { client } = await linking({ account_number: "000123459200" });
    await client.advance("P10D");
    expect(await verify(client, 7, 23)).toMatchObject({ status: 422, code: "not_arrived", data: { attempts_left: 3 } });
    expect((await linkBy(client)).status).toBe(201);
    await client.advance("P5D");
    expect(await verify(client, 7, 23)).toMatchObject({ status: 200, data: { linked_account: { status: "ACTIVE" } } });
  });

  it("are sent once, however often the account is entered", async () => {
    const { client, uuid } = await linking();
    expect((await linkBy(client)).data.linked_account.uuid).toBe(uuid);
    expect((await client.call<unknown[]>("/linked-accounts")).data).toHaveLength(1);
  });
});
