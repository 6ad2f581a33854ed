/** Tests of what the sandbox's page shows: one depositor's ledger and outbox, magic values, faults. */
import { describe, expect, it } from "vitest";
import { filesBelow, readText } from "../support/sources.js";
import { BankClient, ORIGIN, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

interface Overview {
  readonly magic: readonly (readonly [string, string, string])[];
}

interface Details {
  readonly ledger: readonly { readonly amount: string; readonly balance: string }[];
  readonly links: readonly { readonly status: string }[];
  readonly outbox: readonly { readonly to: string }[];
}

describe("one depositor", () => {
  it("has a ledger whose balance is the account's, links and outbox", async () => {
    const client = new BankClient(bank);
    const { email } = await client.control<{ email: string }>("/personas/active", { brand: "harbor" });
    const details = await client.control<Details>(`/depositor?email=${encodeURIComponent(email)}`);
    expect(details.ledger.length).toBeGreaterThan(0);
    const cents = details.ledger.map(({ amount }) => Math.round(Number(amount) * 100));
    expect(Math.round(Number(details.ledger.at(-1)?.balance) * 100)).toBe(cents.reduce((sum, each) => sum + each, 0));
    expect(details.links).toEqual([expect.objectContaining({ status: "ACTIVE" })]);
    expect(details.outbox.every(({ to }) => to === email)).toBe(true);
  });

  it("is an error for an address that no depositor has", async () => {
    const response = await bank.fetch(new Request(`${ORIGIN}/sandbox/depositor?email=no-one@example.com`));
    expect(response.status).toBe(404);
  });
});

describe("the overview", () => {
  it("names the screen of every magic value", async () => {
    const { magic } = await new BankClient(bank).control<Overview>("/overview");
    const paths = new Set(
      filesBelow("flows")
        .filter((file) => file.endsWith(".flow.json"))
        .flatMap(pathsOf),
    );
    expect(magic.length).toBeGreaterThan(10);
    expect(magic.filter(([, , path]) => !paths.has(path))).toEqual([]);
  });
});

describe("a fault that is switched on", () => {
  it("is listed until its calls are used up", async () => {
    const client = new BankClient(bank, "harbor");
    await client.control("/faults", { path: "/branding", method: "GET", status: 500, times: 1 });
    expect(await client.control("/faults")).toEqual([{ path: "/branding", method: "GET", status: 500, times: 1 }]);
    expect((await client.raw("/api/v1/branding")).status).toBe(500);
    expect((await client.raw("/api/v1/branding")).status).toBe(200);
    expect(await client.control("/faults")).toEqual([]);
  });
});

/** The paths of a flow file's screens. */
function pathsOf(file: string): readonly string[] {
  const { screens } = JSON.parse(readText(file)) as { screens?: Readonly<Record<string, { path?: string }>> };
  // A screen without a path has the path of its id.
  return Object.entries(screens ?? {}).map(([id, { path }]) => path ?? `/${id.replaceAll(".", "/")}`);
}
