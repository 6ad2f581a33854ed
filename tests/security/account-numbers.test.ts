/**
 * Tests that nothing but the last digits of an account number leaves the bank (domain.md 5, lines 31 and 35): not in a response,
 * email, alert, sandbox page or log line; and that the bank enforces its limits for concurrent requests.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "../gateway/sandbox-fixture.js";

const ACCOUNT = "73918264550917";
const MISTYPED = "73918264550918";
const ROUTING = "021000021";
const SECRETS = [ACCOUNT, MISTYPED, ROUTING];

const logged: string[] = [];
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ log: (line) => logged.push(line) });
}, 120_000);
afterAll(() => fixture?.close());

const numbers = (change: object = {}) => ({
  form: {
    holder_name: "Dana Whitfield",
    account_type: "checking",
    routing_number: ROUTING,
    account_number: ACCOUNT,
    confirm_account_number: ACCOUNT,
    authorized: true,
    ...change,
  },
});

/** Records every response to a depositor's calls, as text. */
function recordResponses(dana: Depositor): string[] {
  const responses: string[] = [];
  const send = dana.request.bind(dana);
  dana.request = async (options) => {
    const response = await send(options);
    responses.push(response.body, JSON.stringify(response.headers));
    return response;
  };
  return responses;
}

async function expectFailure(dana: Depositor, form: object, status: number): Promise<void> {
  expect((await dana.failure("LinkManual", form)).status).toBe(status);
}

describe("5.35 an account number", () => {
  it("does not appear in any response, email, alert or log line, whatever happens to the link", async () => {
    const dana = await fixture.signedInAs("bank");
    const responses = recordResponses(dana);
    await expectFailure(dana, numbers({ confirm_account_number: MISTYPED }), 422);
    await expectFailure(dana, numbers({ account_number: `${ACCOUNT}0000` }), 422);
    for (const fault of [{ status: 500 }, { status: 422 }, { drop: true }, { lost: true }]) {
      await fixture.fault({ path: "/link/manual", ...fault });
      await dana.failure("LinkManual", numbers());
    }
    await dana.call("LinkManual", numbers());
    const [link] = await dana.call<{ uuid: string; number_last4: string }[]>("LinkedAccounts");
    expect(link?.number_last4).toBe(ACCOUNT.slice(-4));
    await fixture.control("/simulate/microdeposits", { email: dana.email });
    await dana.failure("VerifyMicrodeposits", { form: { amount_one: "0.09", amount_two: "0.09" } });
    await expectFailure(dana, numbers(), 422);
    await dana.call("ReissueMicrodeposits", { account_id: link?.uuid });
    await fixture.control("/simulate/microdeposits", { email: dana.email });
    await dana.call("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23" } });
    await dana.call("SaveInitialAmount", { form: { initial_amount: "25.00" } });
    const disclosures = await dana.call<{ uuid: string; hash: string }[]>("ActiveDisclosures");
    await dana.call("AttestDisclosures", { attestations: disclosures.map(({ uuid, hash }) => ({ uuid, hash })), next: "disclosures" });
    await dana.call("FundingPreview");
    await dana.call("FundAccount", { key: "k", authorized: true, next: "funded" });
    await fixture.control("/simulate/transfer-return", { email: dana.email, return_code: "R03" });
    for (const query of ["LinkedAccounts", "Transactions", "Alerts", "Messages", "Profile", "Accounts"]) await dana.call(query);
    const outputs = [JSON.stringify(await fixture.emails(dana.email)), JSON.stringify(await fixture.control("/overview"))];

    expect(logged.length).toBeGreaterThan(20);
    expect(responses.length).toBeGreaterThan(40);
    for (const text of [...responses, ...outputs, ...logged]) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      // Nor half of the number: no id contains so many equal digits by chance.
      for (const half of [ACCOUNT.slice(0, 8), ACCOUNT.slice(-8)]) expect(text).not.toContain(half);
    }
  });
});

describe("5.31 concurrent requests", () => {
  const wrongAmounts = { form: { amount_one: "0.11", amount_two: "0.12" } };
  const outcomeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "ok",
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );

  it("count five wrong amount pairs as three attempts, after which the right pair is rejected", async () => {
    const dana = await fixture.signedInAs("microdeposits-sent");
    const outputs = await Promise.all([1, 2, 3, 4, 5].map(() => outcomeOf(dana.call("VerifyMicrodeposits", wrongAmounts))));
    expect(outputs.sort()).toEqual(["locked", "locked", "wrong_amounts", "wrong_amounts", "wrong_amounts"]);
    expect(await outcomeOf(dana.call("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23" } }))).toBe("locked");
  });

  it("send new microdeposits once for two tabs", async () => {
    const dana = await fixture.signedInAs("microdeposits-sent");
    const [link] = await dana.call<{ uuid: string }[]>("LinkedAccounts");
    const outputs = await Promise.all([1, 2, 3].map(() => outcomeOf(dana.call("ReissueMicrodeposits", { account_id: link?.uuid }))));
    expect(outputs.sort()).toEqual(["no_reissue", "no_reissue", "ok"]);
  });

  it("create one link for the same account in two tabs, and one transfer for two tabs with different keys", async () => {
    const dana = await fixture.signedInAs("bank");
    await Promise.all([1, 2, 3].map(() => outcomeOf(dana.call("LinkManual", numbers()))));
    expect(await dana.call<unknown[]>("LinkedAccounts")).toHaveLength(1);
    const robin = await fixture.signedInAs("disclosures");
    const fund = (key: string) => outcomeOf(robin.call("FundAccount", { key, authorized: true, next: "funded" }));
    expect((await Promise.all([fund("a"), fund("b"), fund("c")])).sort()).toEqual(["already_funded", "already_funded", "ok"]);
    expect(await robin.call<unknown[]>("Transactions")).toHaveLength(1);
  });
});
