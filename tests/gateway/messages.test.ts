/** Tests of the message center, from the flows' operations to the sandbox's tables. Files are tested in tests/security. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

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

  it("without text is rejected at each field", async () => {
    const ada = await fixture.signedInAs("new");
    const { errors } = await ada.failure("SendMessage", { form: { subject: " ", category: "account", body: "" } });
    expect((errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(["body", "subject"]);
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
    expect(await ada.call("ReportProblem", report)).toMatchObject({ messages: [{ subject: "Wrong amount", category: "transfers" }] });
    const { data } = await ada.graphql("query About { messages { transaction_id } }");
    expect(data).toEqual({ messages: [{ transaction_id: transaction?.uuid }] });
    const other = await fixture.signedInAs("active");
    expect(await other.failure("ReportProblem", report)).toMatchObject({ status: 404 });
  });
});

describe("reading a message", () => {
  it("returns the updated messages", async () => {
    const ada = await fixture.signedInAs("active");
    await fixture.control("/simulate/message-reply", { email: ada.email });
    const [message] = await ada.call<{ uuid: string; read_at: string | null }[]>("Messages");
    expect(message?.read_at).toBeNull();
    expect(await ada.call("ViewMessage", { uuid: message?.uuid })).toMatchObject({
      messages: [{ uuid: message?.uuid, read_at: expect.any(String) }],
    });
    const other = await fixture.signedInAs("active");
    expect(await other.failure("ViewMessage", { uuid: message?.uuid })).toMatchObject({ status: 404 });
  });
});
