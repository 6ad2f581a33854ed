/** Extensions that an institution's upstream lacks (D33): brand.json says so, and nothing of them is asked. */
import { describe, expect, it } from "vitest";
import { type Answered, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { fakeBundles, gateway, Visitor } from "./visitor.js";

const FILE = { uuid: "f1", name: "letter.pdf", type: "application/pdf", size: 12 };
const MESSAGE = { uuid: "m1", subject: "Hello", category: "other", body: "B", from_bank: false, read_at: null, attachments: [FILE] };
const MESSAGES: Answered = { data: [{ ...MESSAGE, date_created: "2026-11-21T12:00:00Z" }] };
const FILES = "{ messages { attachments { name href } } }";

async function visiting(features: Readonly<Record<string, boolean>>) {
  const upstream = fakeUpstream({
    ...SIGN_IN,
    "GET /messages": MESSAGES,
    "GET /x/places?search=main": { data: [] },
    "POST /x/email-verification": { data: null },
    "POST /x/email-verification/send": { data: null, message: "Sent." },
  });
  const visitor = new Visitor(await gateway(upstream, { bundles: fakeBundles(features) }));
  await visitor.signIn();
  return { upstream, visitor };
}

describe("an extension", () => {
  it.each([
    ["places", '{ places(search: "main") { id } }'],
    ["email_verification", 'mutation { verifyEmail(token: "t") { ok } }'],
    ["email_verification", "mutation { sendEmailVerification { message } }"],
  ])("%s that is not there is refused by name, and the upstream is not asked: %s", async (name, document) => {
    const without = await visiting({ [name]: false });
    const answer = await without.visitor.graphql(document);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ status: 404, code: "no_capability" });
    expect(without.upstream.calls().filter((call) => call.includes("/x/"))).toEqual([]);
    expect((await (await visiting({})).visitor.graphql(document)).errors).toBeUndefined();
  });

  it("without the files of messages nobody is offered one", async () => {
    const { visitor } = await visiting({ message_files: false });
    expect(await visitor.graphql(FILES)).toEqual({ data: { messages: [{ attachments: [] }] } });
    expect((await (await visiting({})).visitor.graphql(FILES)).data).toEqual({
      messages: [{ attachments: [{ name: "letter.pdf", href: "/documents/messages/m1/f1" }] }],
    });
  });

  it.each([
    ["message_files", "/documents/messages/m1/f1"],
    ["tax_files", "/documents/taxes/t1"],
  ])("%s that is not there is no document of the gateway: %s", async (name, url) => {
    const { upstream, visitor } = await visiting({ [name]: false });
    const response = await visitor.ask({ method: "GET", url });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "no_capability"]);
    expect(upstream.calls().filter((call) => call.includes("/x/"))).toEqual([]);
  });
});
