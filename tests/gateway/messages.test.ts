/** Tests of the message center, from the flows' operations to the sandbox's tables, including files. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, type FilePart, SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(300_000, "x")]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
const TEXTS = { subject: "My name", category: "identity", body: "It is misspelled." };

const describeFile = (file: string, name: string, type: string, size: number) => ({ file, name, type, size });
const form = (...attachments: ReturnType<typeof describeFile>[]) => ({
  form: { ...TEXTS, ...(attachments.length > 0 ? { attachments } : {}) },
});
const messages = (depositor: Depositor) => depositor.call<{ subject: string }[]>("Messages");

describe("a message", () => {
  it("without files is sent as JSON and appears in the message center", async () => {
    const ada = await fixture.signedInAs("failed");
    expect(await ada.call("SendMessage", form())).toMatchObject({ messages: [{ ...TEXTS, from_bank: false, attachments: [] }] });
    expect(await messages(ada)).toHaveLength(1);
  });

  it("with files saves them under safe names", async () => {
    const ada = await fixture.signedInAs("view-only");
    const attachments = [
      describeFile("file-1", 'le"ase\r\n.exe', "application/pdf", PDF.length),
      describeFile("file-2", "../../id.png", "image/png", PNG.length),
    ];
    const result = await ada.callWithFiles("SendMessage", form(...attachments), [
      ["file-1", PDF],
      ["file-2", PNG],
    ]);
    expect(result).toMatchObject({
      status: 200,
      data: {
        messages: [
          {
            attachments: [
              { name: "lease.pdf", type: "application/pdf", size: PDF.length },
              { name: "id.png", type: "image/png", size: PNG.length },
            ],
          },
        ],
      },
    });
  });

  const TEN_MB = 10 * 1024 * 1024;
  const one = (type: string, size = 10) => form(describeFile("file-1", "paper.pdf", type, size));
  const refused: readonly (readonly [string, object, readonly FilePart[], RegExp])[] = [
    ["whose content does not match its declared type", one("application/pdf"), [["file-1", PNG]], /paper\.pdf.*isn't a PDF/],
    ["that is empty", one("application/pdf"), [["file-1", Buffer.alloc(0)]], /paper\.pdf.*isn't a PDF/],
    [
      "larger than 10 MB despite its declared size",
      one("application/pdf"),
      [["file-1", Buffer.concat([PDF, Buffer.alloc(TEN_MB)])]],
      /larger than 10 MB/,
    ],
    ["that the message does not declare", form(), [["file-1", PDF]], /couldn't read your files/],
    ["under another name", one("application/pdf"), [["file-9", PDF]], /couldn't read your files/],
    ["that is missing", one("application/pdf"), [], /didn't upload/],
    ["beyond the limit", form(), Array.from({ length: 6 }, (_, index): FilePart => [`file-${index}`, PNG]), /./],
  ];
  it.each(refused)("with a file %s is rejected at its field, and nothing is saved", async (_, variables, files, pattern) => {
    const ada = await fixture.signedInAs("new");
    const { refusal } = await ada.callWithFiles("SendMessage", variables, files);
    expect(refusal).toMatchObject({
      status: 422,
      code: "validation",
      errors: [{ path: "attachments", message: expect.stringMatching(pattern) }],
    });
    expect(await messages(ada)).toEqual([]);
  });

  it.each([
    ["a type that is not allowed", one("text/html")],
    ["a size of more than 10 MB", one("application/pdf", TEN_MB + 1)],
    ["six files", form(...Array.from({ length: 6 }, (_, index) => describeFile(`file-${index}`, "a.pdf", "application/pdf", 1)))],
  ])("that declares %s is rejected by its form, without an upstream call", async (_, variables) => {
    const ada = await fixture.signedInAs("new");
    expect(await ada.failure("SendMessage", variables)).toMatchObject({ status: 422, code: "validation" });
  });

  it("without text is rejected at each field", async () => {
    const ada = await fixture.signedInAs("new");
    const { errors } = await ada.failure("SendMessage", { form: { subject: " ", category: "account", body: "" } });
    expect((errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(["body", "subject"]);
  });

  it("requires a sign-in and a CSRF token before its body is read", async () => {
    const ada = await fixture.signedInAs("new");
    const files: readonly FilePart[] = [["file-1", PDF]];
    expect(await ada.callWithFiles("SendMessage", one("application/pdf"), files, { "x-xsrf-token": "another" })).toMatchObject({
      status: 419,
    });
    await ada.call("Logout");
    expect(await ada.callWithFiles("SendMessage", one("application/pdf"), files)).toMatchObject({ status: 401, refusal: { status: 401 } });
  });

  it.each([
    [{ status: 500 }, { status: 500 }],
    [{ status: 403 }, { status: 403 }],
    [{ status: 419 }, { status: 419 }],
    [{ drop: true }, { status: "network" }],
  ])("that meets %j reports the fault and can be sent again", async (fault, expected) => {
    const ada = await fixture.signedInAs("new");
    const file = describeFile("file-1", "id.png", "image/png", PNG.length);
    await fixture.fault({ path: "/messages", method: "POST", ...fault });
    expect((await ada.callWithFiles("SendMessage", form(file), [["file-1", PNG]])).refusal).toMatchObject(expected);
    expect(await ada.callWithFiles("SendMessage", form(file), [["file-1", PNG]])).toMatchObject({
      data: { messages: [{ subject: TEXTS.subject }] },
    });
  });
});

describe("a sent file", () => {
  const get = (depositor: Depositor, url: string) => depositor.request({ method: "GET", url });
  const result = async () => {
    const ada = await fixture.signedInAs("new");
    const attachments = [
      describeFile("file-1", "Résumé.pdf", "application/pdf", PDF.length),
      describeFile("file-2", "id.png", "image/png", PNG.length),
    ];
    await ada.callWithFiles("SendMessage", form(...attachments), [
      ["file-1", PDF],
      ["file-2", PNG],
    ]);
    const [message] = await ada.call<{ attachments: { href: string }[] }[]>("Messages");
    return { ada, hrefs: (message?.attachments ?? []).map(({ href }) => href) };
  };

  it("is downloaded unchanged, always as an attachment and without caching", async () => {
    const { ada, hrefs } = await result();
    const [pdf, png] = await Promise.all(hrefs.map((href) => get(ada, href)));
    expect([pdf?.statusCode, pdf?.rawPayload.equals(PDF), png?.rawPayload.equals(PNG)]).toEqual([200, true, true]);
    expect(png?.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="id.png"',
      "cache-control": "no-store",
    });
    expect(pdf?.headers["content-disposition"]).toBe(`attachment; filename="R_sum_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf`);
  });

  it("cannot be downloaded by another depositor or without a sign-in", async () => {
    const { ada, hrefs } = await result();
    const [href = ""] = hrefs;
    expect((await get(await fixture.signedInAs("new"), href)).statusCode).toBe(404);
    expect((await get(new Depositor(fixture), href)).statusCode).toBe(401);
    await fixture.fault({ path: "/x/messages/{uuid}/attachments/{attachment}", method: "GET", status: 500 });
    expect((await get(ada, href)).json()).toMatchObject({ code: "upstream_failed" });
  });
});

describe("a conversation", () => {
  it("continues with a reply and its file, and is read as a whole", async () => {
    const ada = await fixture.signedInAs("active");
    await ada.call("SendMessage", form());
    const [first] = await ada.call<{ thread: { uuid: string } }[]>("Messages");
    await fixture.control("/simulate/message-reply", { email: ada.email });
    const thread = first?.thread.uuid;
    const attachment = describeFile("file-1", "id.png", "image/png", PNG.length);
    await ada.callWithFiles("ReplyToMessage", { thread, form: { body: "Here it is.", attachments: [attachment] } }, [["file-1", PNG]]);
    expect(await ada.call("MessageThread", { uuid: thread })).toMatchObject([
      { body: "Here it is.", subject: TEXTS.subject, attachments: [{ name: "id.png" }], thread: { messages: 3, unread: 1, newest: true } },
      { from_bank: true, thread: { newest: false } },
      { body: TEXTS.body },
    ]);
    const other = await fixture.signedInAs("active");
    expect(await other.failure("ReplyToMessage", { thread, form: { body: "Hello" } })).toMatchObject({ status: 404 });
    expect(await other.call("MessageThread", { uuid: thread })).toEqual([]);
  });

  it("about a transaction begins with the kind of the problem", async () => {
    const ada = await fixture.signedInAs("active");
    const [transaction] = await ada.call<{ uuid: string }[]>("Transactions");
    const report = {
      transaction: transaction?.uuid,
      subject: "Wrong amount",
      form: { problem: "amount", body: "It should have been $50.00." },
    };
    expect(await ada.call("ReportProblem", report)).toMatchObject({
      messages: [{ subject: "Wrong amount", category: "transfers", transaction_id: transaction?.uuid }],
    });
    const other = await fixture.signedInAs("active");
    expect(await other.failure("ReportProblem", report)).toMatchObject({ status: 404 });
  });
});

describe("reading a message", () => {
  it("returns the bank's confirmation and the updated messages", async () => {
    const ada = await fixture.signedInAs("active");
    await fixture.control("/simulate/message-reply", { email: ada.email });
    const [message] = await ada.call<{ uuid: string; read_at: string | null }[]>("Messages");
    expect(message?.read_at).toBeNull();
    expect(await ada.call("ViewMessage", { uuid: message?.uuid })).toMatchObject({
      message: "Message marked as read",
      messages: [{ uuid: message?.uuid, read_at: expect.any(String) }],
    });
    const other = await fixture.signedInAs("active");
    expect(await other.failure("ViewMessage", { uuid: message?.uuid })).toMatchObject({ status: 404 });
  });
});
