/** Tests the sandbox's personas against their table, what each of them has, and the links in emails. */
import { describe, expect, it } from "vitest";
import { filesBelow, readText } from "../support/sources.js";
import { BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock, keepState: true });

type Row = Record<string, unknown>;
const list = (client: BankClient, path: string) => client.call<Row[]>(path);

/** Name, status, step, extended status after a sign-in. */
const EXPECTED: readonly (readonly [string, string | null, string | null, string])[] = [
  ["new", null, null, "UNLINKED"],
  ["basic", null, "basic", "UNLINKED"],
  ["address", null, "address", "UNLINKED"],
  ["employer", null, "employer", "UNLINKED"],
  ["confirmed", null, "confirmed", "UNLINKED"],
  ["duplicate-ssn", null, "confirmed", "UNLINKED"],
  ["bank", "PASSED", "bank", "UNLINKED"],
  ["verified", "PASSED", "verified", "LINKED"],
  ["disclosures", "PASSED", "disclosures", "LINKED"],
  ["funded", "PASSED", "completed", "FUNDED"],
  ["active", "PASSED", "completed", "FUNDED"],
  ["active-empty", "PASSED", "completed", "FUNDED"],
  ["alerts-unread", "PASSED", "completed", "FUNDED"],
  ["manually-reviewed", "MANUALLY_REVIEWED", "completed", "FUNDED"],
  ["in-review", "IN_REVIEW", "bank", "REVIEW"],
  ["flagged", "FLAGGED", "bank", "REVIEW"],
  ["errored", "ERRORED", "confirmed", "UNLINKED"],
  ["unsubmitted", "UNSUBMITTED", "confirmed", "UNLINKED"],
  ["failed", "FAILED", "confirmed", "UNLINKED"],
  ["view-only", "VIEW_ONLY", "completed", "FUNDED"],
  ["hold", "PASSED", "completed", "HOLD"],
  ["microdeposits-sent", "PASSED", "bank", "UNLINKED"],
  ["link-locked", "PASSED", "completed", "FUNDED"],
  ["funding-returned", "PASSED", "completed", "FUNDED"],
  ["relink", "PASSED", "completed", "FUNDED"],
  ["one-beneficiary", "PASSED", "completed", "FUNDED"],
  ["two-beneficiaries", "PASSED", "completed", "FUNDED"],
  ["joint-unsubmitted", "PASSED", "completed", "FUNDED"],
  ["joint-pending", "PASSED", "completed", "FUNDED"],
  ["joint-active", "PASSED", "completed", "FUNDED"],
  ["joint-secondary", "PASSED", "completed", "FUNDED"],
];

describe("personas", () => {
  it("are exactly those of this table", async () => {
    const listed = await new BankClient(bank).control<{ name: string; description: string }[]>("/personas");
    for (const { description } of listed) expect(description).not.toBe("");
    expect(listed.map(({ name }) => name).sort()).toEqual(EXPECTED.map(([name]) => name).sort());
  });

  it.each(EXPECTED)(
    "%s has the status %s, the step %s and the extended status %s",
    async (name, status, step, extended) => {
      const { client } = await signedIn(bank, name);
      expect((await client.call("/depositor/progress")).data).toMatchObject({
        registration_status: status,
        registration_last_step: step,
        extended_status: extended,
        is_primary: name !== "joint-secondary",
      });
    },
    20_000,
  );

  it("can be created for any institution", async () => {
    const { client } = await signedIn(bank, "active", { brand: "juniper" });
    expect((await list(client, "/accounts")).data).toMatchObject([{ rate: "4.25", apy: "4.34" }]);
  }, 20_000);

  it("accept overrides, and reject unknown ones", async () => {
    const { client } = await signedIn(bank, "active", {
      progress: { registration_status: "FLAGGED", first_name: "Kim" },
      balance_cents: 123456,
    });
    expect((await client.call("/depositor/progress")).data).toMatchObject({ registration_status: "FLAGGED", first_name: "Kim" });
    expect((await list(client, "/accounts")).data).toMatchObject([{ balance: "1234.56" }]);
    const refused = async (path: string, body: unknown) => (await client.raw(`/sandbox/personas/${path}`, { body })).status;
    expect(await refused("active", { color: "red" })).toBe(422);
    expect(await refused("active", { progress: { shoe: 1 } })).toBe(422);
    expect(await refused("active", { brand: "nobody" })).toBe(422);
    expect(await refused("nobody", {})).toBe(404);
    expect(await refused("constructor", {})).toBe(404);
  }, 20_000);
});

describe("the persona", () => {
  it("active has months of balance, interest and statements, and available money", async () => {
    const { client } = await signedIn(bank, "active");
    const [account] = (await list(client, "/accounts")).data;
    expect(account).toMatchObject({ rate: "4.00", apy: "4.08", pending_in: "0.00", pending_out: "0.00", as_of: "2026-11-21" });
    expect(Number(account?.balance)).toBeGreaterThan(12_000);
    expect(Number(account?.interest_year)).toBeGreaterThan(Number(account?.interest_month));
    expect(account?.history).toHaveLength(101);
    expect((account?.history as Row[] | undefined)?.at(-1)).toMatchObject({
      date: "2026-11-21",
      balance: account?.balance,
      interest: account?.interest_year,
    });
    const transactions = (await list(client, "/transactions")).data;
    expect(transactions.map((row) => row.status)).toEqual(Array(7).fill("Settled"));
    expect(transactions.filter((row) => row.kind === "interest")).toHaveLength(3);
    const statements = (await list(client, "/statements")).data;
    expect(statements.map((row) => row.month)).toEqual([10, 9, 8]);
    expect((await client.call("/statements/years")).data).toEqual([2026]);
    const { download_url } = (await client.call<{ download_url: string }>("/statements/2026/10")).data;
    const pdf = await bank.fetch(new Request(download_url));
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect((await bank.fetch(new Request(`${download_url}0`))).status).toBe(404);
  }, 20_000);

  it("active-empty has no money, and none comes later", async () => {
    const { client } = await signedIn(bank, "active-empty");
    const empty = [{ balance: "0.00", available_balance: 0, pending_in: "0.00" }];
    expect((await list(client, "/accounts")).data).toMatchObject(empty);
    expect((await list(client, "/transactions")).data).toMatchObject([{ kind: "initial", amount: "25.00", status: "Voided" }]);
    await client.advance("P10D");
    expect((await list(client, "/accounts")).data).toMatchObject(empty);
  });

  it("funding-returned has a returned transfer without a posting, and a locked link", async () => {
    const { client } = await signedIn(bank, "funding-returned");
    expect((await list(client, "/transactions")).data).toMatchObject([{ status: "Returned", return_code: "R01", date_available: null }]);
    expect((await list(client, "/linked-accounts")).data).toMatchObject([{ status: "LOCKED" }]);
    expect((await list(client, "/accounts")).data).toMatchObject([{ balance: "0.00" }]);
  });

  it("relink has the session's flag", async () => {
    const client = new BankClient(bank);
    const { email, password } = await client.control<{ email: string; password: string }>("/personas/relink", {});
    expect((await client.signIn(email, password)).data).toMatchObject({ relink: true });
    expect((await client.call("/fastlink")).data).toMatchObject({ params: { flow: "edit" } });
  }, 20_000);

  it("of each kind has its beneficiaries, alerts or joint holders", async () => {
    expect((await list((await signedIn(bank, "two-beneficiaries")).client, "/depositor/beneficiaries")).data).toMatchObject([
      { allocation: "50.00" },
      { allocation: "50.00" },
    ]);
    const unread = async (name: string) =>
      (await list((await signedIn(bank, name)).client, "/alerts")).data.filter((row) => row.read_at === null);
    expect(await unread("alerts-unread")).toHaveLength(2);
    expect(await unread("active")).toHaveLength(0);
    const joint = async (name: string) =>
      (await (await signedIn(bank, name)).client.call("/entity/details", { body: { excludeDepositorIds: [] } })).data;
    expect(await joint("active")).toBeNull();
    expect(await joint("joint-unsubmitted")).toMatchObject({ registration_status: "UNSUBMITTED", is_pending_signup: false });
    expect(await joint("joint-pending")).toMatchObject({ registration_status: "IN_REVIEW", is_pending_signup: true });
    expect(await joint("joint-active")).toMatchObject({
      registration_status: "PASSED",
      is_pending_signup: false,
      secondary_depositors: [{ first_name: "Robin" }],
    });
  }, 30_000);

  it("duplicate-ssn cannot confirm its details", async () => {
    const { client } = await signedIn(bank, "duplicate-ssn");
    expect(
      await client.call("/depositor", {
        method: "PATCH",
        body: { confirm: { w9_certified: true, details_correct: true }, registration_last_step: "bank" },
      }),
    ).toMatchObject({ status: 422, code: "duplicate_ssn" });
  });

  it("microdeposits-sent can verify its amounts at once", async () => {
    const { client } = await signedIn(bank, "microdeposits-sent");
    expect((await list(client, "/linked-accounts")).data).toMatchObject([{ status: "VERIFICATION_PENDING", attempts_left: 3 }]);
    expect((await client.call("/link/manual/verify", { body: { amounts: [23, 7] } })).data).toMatchObject({
      linked_account: { status: "ACTIVE" },
      progress: { registration_last_step: "verified" },
    });
  });
});

/** Screens that declare an email link: path and query keys. */
function declaredLinks(): readonly string[] {
  const flows = filesBelow("flows").filter((file) => /^flows\/[a-z-]+\.flow\.json$/.test(file));
  const screens = flows.flatMap((file) => Object.entries((JSON.parse(readText(file)) as { screens?: Record<string, Row> }).screens ?? {}));
  // A screen without a path has the path of its id.
  const pathOf = (id: string, path: unknown): string => (typeof path === "string" ? path : `/${id.replaceAll(".", "/")}`);
  return screens
    .flatMap(([id, { path, emailLink }]) => (Array.isArray(emailLink) ? [`${pathOf(id, path)} ${[...emailLink].sort().join(" ")}`] : []))
    .sort();
}

describe("links in emails", () => {
  it("are exactly those that the screens declare, with exactly their query keys", async () => {
    const { client, email } = await signedIn(bank, "new");
    expect((await client.call("/x/email-verification/send", { body: {} })).status).toBe(200);
    expect((await client.call("/forgot-password", { body: { email } })).status).toBe(200);
    // All personas share one outbox, so this covers every email sent to any of them.
    await client.control("/personas/joint-active", {});
    const emails = await client.control<{ channel: string; link: string | null; body: string }[]>("/outbox");
    const links = emails.flatMap(({ link }) => (link === null ? [] : [new URL(link)]));
    const seen = new Set(links.map(({ pathname, searchParams }) => `${pathname} ${[...searchParams.keys()].sort().join(" ")}`));
    expect([...seen].sort()).toEqual(declaredLinks());
    // The email's text contains the same link as its `link` field.
    for (const { link, body } of emails)
      expect([...body.matchAll(/https?:\/\/[^\s,]+/g)].map(([url]) => url)).toEqual(link === null ? [] : [link]);
    // No screen declares a link that no email contains.
    const written = filesBelow("gateway/sandbox")
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readText(file).matchAll(/publicOrigin\([^`]*?\)\}(\/[a-z/-]+)/g)].map(([, path = ""]) => path));
    expect(new Set(written)).toEqual(new Set(links.map(({ pathname }) => pathname)));
  }, 20_000);
});
