/** Tests of the message center at the sandbox. */
import { describe, expect, it } from "vitest";
import { type BankClient, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank({ keepState: true });

const PDF = Buffer.from("%PDF-1.7 a document");
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const TEXTS = { subject: "My address", category: "account", body: "I have moved." };

type Written = {
  uuid: string;
  subject: string;
  read_at: string | null;
  from_bank: boolean;
  transaction_id: string | null;
  thread: { uuid: string; messages: number; unread: number; newest: boolean };
  attachments: { uuid: string; name: string; type: string; size: number }[];
};

async function write(
  client: BankClient,
  texts: Readonly<Record<string, string>>,
  files: readonly (readonly [string, Uint8Array])[] = [],
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const [name, bytes] of files)
    form.append("attachments[]", new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }), name);
  return client.call<Written>("/messages", { body: form, headers });
}

const inbox = async (client: BankClient) => (await client.call<Written[]>("/messages")).data;

describe("the message center", () => {
  it("saves a message with its files under their actual types and lists it first", async () => {
    const { client } = await signedIn(bank, "failed");
    const reply = await write(client, TEXTS, [
      ["id.png.exe", PNG],
      ["lease.pdf", PDF],
      ["me.jpg", JPEG],
    ]);
    expect(reply).toMatchObject({ status: 201, data: { ...TEXTS, from_bank: false, read_at: expect.any(String) } });
    expect(reply.data.attachments.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["id.png.exe", "image/png", PNG.length],
      ["lease.pdf", "application/pdf", PDF.length],
      ["me.jpg", "image/jpeg", JPEG.length],
    ]);
    expect(await inbox(client)).toEqual([reply.data]);
  });

  it.each([
    ["a file whose content is of another type", [["paper.pdf", Buffer.from("MZ\u0090")]] as const],
    ["an empty file", [["paper.pdf", Buffer.alloc(0)]] as const],
    ["a sixth file", Array.from({ length: 6 }, (_, index) => [`${index}.pdf`, PDF] as const)],
    ["a file larger than 10 MB", [["big.pdf", Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)])]] as const],
  ])("rejects %s and saves nothing of the message", async (_, files) => {
    const { client } = await signedIn(bank, "new");
    expect(await write(client, TEXTS, files)).toMatchObject({
      status: 422,
      code: "validation",
      errors: { attachments: [expect.any(String)] },
    });
    expect(await inbox(client)).toEqual([]);
  });

  it.each([
    ["no subject", { ...TEXTS, subject: "" }, "subject"],
    ["a subject of 101 characters", { ...TEXTS, subject: "x".repeat(101) }, "subject"],
    ["a body of 5001 characters", { ...TEXTS, body: "x".repeat(5001) }, "body"],
    ["an unknown category", { ...TEXTS, category: "gossip" }, "category"],
    ["an unknown field", { ...TEXTS, color: "red" }, "color"],
  ])("rejects %s", async (_, texts, field) => {
    const { client } = await signedIn(bank, "new");
    expect(await write(client, texts)).toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } });
  });

  it("keeps a conversation together: its subject, its unread messages and its newest one", async () => {
    const { client, email } = await signedIn(bank, "active");
    const { data: first } = await write(client, TEXTS);
    await client.control("/simulate/message-reply", { email });
    const reply = await write(client, { reply_to: first.thread.uuid, body: "Thank you." });
    expect(reply).toMatchObject({ status: 201, data: { subject: TEXTS.subject, category: TEXTS.category } });
    await write(client, { ...TEXTS, subject: "Another matter" });
    expect((await inbox(client)).map(({ subject, thread }) => [subject, thread.messages, thread.unread, thread.newest])).toEqual([
      ["Another matter", 1, 0, true],
      [TEXTS.subject, 3, 1, true],
      [TEXTS.subject, 3, 1, false],
      [TEXTS.subject, 3, 1, false],
    ]);
    await client.call(`/messages/${first.uuid}/view`, { method: "POST" });
    expect((await inbox(client)).map(({ thread }) => thread.unread)).toEqual([0, 0, 0, 0]);
  });

  it("continues no conversation of another depositor, and is about no transaction of another account", async () => {
    const { client } = await signedIn(bank, "active");
    const { client: other } = await signedIn(bank, "active");
    const { data: first } = await write(client, TEXTS);
    const [transaction] = (await client.call<{ uuid: string }[]>("/transactions")).data;
    expect(await write(other, { reply_to: first.thread.uuid, body: "Hello" })).toMatchObject({ status: 404, code: "not_found" });
    expect(await write(other, { ...TEXTS, transaction_id: transaction?.uuid ?? "" })).toMatchObject({ status: 404, code: "not_found" });
    expect(await inbox(other)).toEqual([]);
    const about = await write(client, { ...TEXTS, transaction_id: transaction?.uuid ?? "" });
    expect(about).toMatchObject({ status: 201, data: { transaction_id: transaction?.uuid } });
  });

  it("requires a session, a CSRF token and a form", async () => {
    const { client } = await signedIn(bank, "new");
    expect(await write(client, TEXTS, [], { authorization: "Bearer nobody" })).toMatchObject({ status: 401 });
    expect(await write(client, TEXTS, [], { "x-xsrf-token": "" })).toMatchObject({ status: 419 });
    expect(await client.call("/messages", { body: TEXTS })).toMatchObject({ status: 400, code: "malformed" });
  });

  it("marks a message as read once, and no other depositor's", async () => {
    const { client, email } = await signedIn(bank, "active");
    const { client: other } = await signedIn(bank, "active");
    await client.control("/simulate/message-reply", { email });
    const [message] = await inbox(client);
    expect(message).toMatchObject({ from_bank: true, read_at: null, attachments: [] });
    const view = `/messages/${message?.uuid}/view`;
    expect(await other.call(view, { method: "POST" })).toMatchObject({ status: 404 });
    expect(await client.call("/messages/none/view", { method: "POST" })).toMatchObject({ status: 404 });
    const read = await client.call<Written[]>(view, { method: "POST" });
    expect(read).toMatchObject({ status: 202, message: "Message marked as read", data: [{ read_at: expect.any(String) }] });
    expect((await client.call<Written[]>(view, { method: "POST" })).data).toEqual(read.data);
  });
});
