/** Tests every kind of PDF that the bank makes against the machine-checkable rules of PDF/UA. */
import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/pdf-accessibility.js";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock, keepState: true });

async function download(client: BankClient, path: string): Promise<Uint8Array> {
  const { download_url } = (await client.call<{ download_url: string }>(path)).data;
  return new Uint8Array(await (await bank.fetch(new Request(download_url))).arrayBuffer());
}

async function documents(): Promise<Record<string, Uint8Array>> {
  const { client } = await signedIn(bank, "active");
  const statement = await download(client, "/statements/2026/10");
  const signed = (await client.call<{ uuid: string; hash: string; title: string }[]>("/disclosures?all=true")).data;
  await client.control("/clock", { now: "2027-01-15T17:00:00Z" });
  const [tax] = (await client.call<{ uuid: string }[]>("/tax-documents")).data;
  const files: Record<string, Uint8Array> = { statement, "1099-INT": await download(client, `/x/tax-documents/${tax?.uuid}`) };
  for (const { uuid, hash, title } of signed) files[title] = await download(client, `/disclosure/${uuid}/${hash}`);
  return files;
}

describe("the bank's PDFs", () => {
  it("are tagged, named and in a language, with header cells in tables, and without untagged text", async () => {
    const files = await documents();
    expect(Object.keys(files).length).toBeGreaterThan(4);
    const findings = await Promise.all(Object.entries(files).map(async ([name, bytes]) => [name, await accessibilityFindings(bytes)]));
    expect(findings).toEqual(Object.keys(files).map((name) => [name, []]));
  });
});

describe("the checks", () => {
  it("find a document that says nothing about itself", async () => {
    const pdf = new PDFDocument();
    const chunks: Buffer[] = [];
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => pdf.on("end", resolve));
    pdf.text("A text without a role.").end();
    await ended;
    const findings = (await accessibilityFindings(Buffer.concat(chunks))).map((finding) => finding.slice(0, 6));
    expect(findings).toEqual(["06-001", "06-003", "11-006", "06-002", "07-001", "01-006", "14-002"]);
  });
});
