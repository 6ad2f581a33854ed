/** Tests Form 1099-INT (when it is issued, its recipients, the amounts in its boxes), and the dates of agreed terms. */
import { describe, expect, it } from "vitest";
import { readPdf } from "../support/pdf.js";
import { rowsOf } from "./account-life.js";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

interface Form {
  readonly uuid: string;
  readonly title: string;
  readonly size: number;
  readonly date_created: string;
}

const formsOf = async (client: BankClient): Promise<readonly Form[]> => (await client.call<Form[]>("/tax-documents")).data;

async function textOf(client: BankClient, { uuid, size }: Form): Promise<string> {
  const { download_url } = (await client.call<{ download_url: string }>(`/x/tax-documents/${uuid}`)).data;
  const bytes = new Uint8Array(await (await bank.fetch(new Request(download_url))).arrayBuffer());
  expect(bytes.byteLength).toBe(size);
  return (await readPdf(bytes)).pages.flat().join(" ");
}

describe("Form 1099-INT", () => {
  it("is issued in January, with the year's interest in box 1 and the holder's number masked", async () => {
    const { client } = await signedIn(bank, "active");
    await client.control("/clock", { now: "2027-01-14T17:00:00Z" });
    expect(await formsOf(client)).toEqual([]);
    await client.control("/clock", { now: "2027-01-15T17:00:00Z" });
    const [form] = await formsOf(client);
    expect(form).toMatchObject({ title: "Form 1099-INT 2026", date_created: "2027-01-15T14:00:00.000Z" });
    const paid = (await rowsOf(client)).filter(({ kind, posted_on }) => kind === "interest" && String(posted_on) < "2027");
    const interest = paid.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    const text = await textOf(client, form as Form);
    expect(text).toContain(`1 Interest income $ ${(interest / 100).toFixed(2)} 2 Early withdrawal penalty`);
    expect(text).toMatch(/RECIPIENT'S TIN XXX-XX-\d{4} RECIPIENT'S name Dana Whitfield/);
    for (const box of ["4 Federal income tax withheld", "8 Tax-exempt interest", "17 State tax withheld"]) expect(text).toContain(box);
  });

  it("is not issued for less than ten dollars of interest", async () => {
    // Three weeks on $2,500.00 earn about six dollars.
    clock.now = Date.parse("2026-12-10T17:00:00Z");
    const { client } = await signedIn(bank, "funded");
    await client.control("/clock", { now: "2027-02-01T17:00:00Z" });
    expect((await rowsOf(client)).some(({ kind }) => kind === "interest")).toBe(true);
    expect(await formsOf(client)).toEqual([]);
  });
});

describe("the documents that a depositor signed", () => {
  it("include the terms agreed to when registering, with their date and size", async () => {
    clock.now = Date.parse("2026-11-21T17:00:00Z");
    const { client } = await signedIn(bank, "basic");
    const { data } = await client.call<{ title: string; attested_at: string; size: number }[]>("/disclosures");
    expect(data.map(({ title }) => title)).toEqual(["Terms of use and privacy notice", "Consent to electronic records (E-SIGN)"]);
    for (const { attested_at, size } of data) expect([attested_at.slice(0, 10), size > 1000]).toEqual(["2026-11-21", true]);
  });
});
