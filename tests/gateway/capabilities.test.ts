/**
 * Tests of extensions that an institution's upstream lacks (D33): the gateway reads them from brand.json and does not
 * call them.
 */
import { describe, expect, it } from "vitest";
import { type FakeResponse, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

const FILE = { uuid: "f1", name: "letter.pdf", type: "application/pdf", size: 12 };
const MESSAGE = { uuid: "m1", subject: "Hello", category: "other", body: "B", from_bank: false, read_at: null, attachments: [FILE] };
const MESSAGES: FakeResponse = { data: [{ ...MESSAGE, date_created: "2026-11-21T12:00:00Z" }] };
const LINK = { link_type: "MANUAL", nickname: null, institution: null, account_type: "checking", attempts_left: null, expires_at: null };
const LINKS = [
  { ...LINK, uuid: "l3", status: "VERIFICATION_PENDING", number_last4: "3333" },
  { ...LINK, uuid: "l2", status: "ACTIVE", number_last4: "2222", relink_required: true },
  { ...LINK, uuid: "l1", status: "ACTIVE", number_last4: "1111" },
];
/** The Tuesday before Thanksgiving, 3 p.m. in New York. */
const NOW = Date.parse("2026-11-24T15:00:00-05:00");
const PREVIEW = "{ fundingPreview { debit_date available_date cutoff source { number_last4 } } }";
const FILES = "{ messages { attachments { name href } } }";

async function signedInClient(features: Readonly<Record<string, boolean>>, terms: Parameters<typeof fakeBundles>[1] = {}) {
  const upstream = fakeUpstream({
    ...SIGN_IN,
    "GET /messages": MESSAGES,
    "GET /x/places?search=main": { data: [] },
    "GET /x/funding-preview": {
      data: { debit_date: "2027-01-04", available_date: "2027-01-11", source: null, cutoff: "2027-01-01T22:00:00Z" },
    },
    "GET /linked-accounts": { data: LINKS },
    "POST /x/email-verification": { data: null },
    "POST /x/email-verification/send": { data: null, message: "Sent." },
  });
  const client = new HttpClient(await openGateway(upstream, { bundles: fakeBundles(features, terms), now: () => NOW }));
  await client.signIn();
  return { upstream, client };
}

describe("a missing extension", () => {
  it.each([
    ["places", '{ places(search: "main") { id } }'],
    ["email_verification", 'mutation { verifyEmail(token: "t") { ok } }'],
    ["email_verification", 'mutation { sendEmailVerification(idempotency_key: "key-1") { message } }'],
  ])("%s fails with no_capability and without an upstream call: %s", async (name, document) => {
    const without = await signedInClient({ [name]: false });
    const answer = await without.client.graphql(document);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ status: 404, code: "no_capability" });
    expect(without.upstream.calls().filter((call) => call.includes("/x/"))).toEqual([]);
    expect((await (await signedInClient({})).client.graphql(document)).errors).toBeUndefined();
  });

  it("is not assumed when the upstream previews the funding dates", async () => {
    const { client } = await signedInClient({}, { transfer_terms: { cut_off: "17:00", hold_days: 5 } });
    expect((await client.graphql(PREVIEW)).data).toMatchObject({ fundingPreview: { debit_date: "2027-01-04" } });
  });

  it("of funding dates is replaced by the institution's terms and its usable account", async () => {
    const { upstream, client } = await signedInClient({ funding_preview: false }, { transfer_terms: { cut_off: "17:00", hold_days: 5 } });
    expect((await client.graphql(PREVIEW)).data).toEqual({
      fundingPreview: {
        debit_date: "2026-11-25",
        available_date: "2026-12-03",
        cutoff: "2026-11-24T22:00:00.000Z",
        source: { number_last4: "1111" },
      },
    });
    expect(upstream.calls().filter((call) => call.includes("/x/"))).toEqual([]);
  });

  it("of funding dates without terms leaves the preview empty", async () => {
    const { client } = await signedInClient({ funding_preview: false });
    const answer = await client.graphql(PREVIEW);
    expect(answer.data).toEqual({ fundingPreview: null });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ status: 404, code: "no_capability" });
  });

  it("of message files removes the files from messages", async () => {
    const { client } = await signedInClient({ message_files: false });
    expect(await client.graphql(FILES)).toEqual({ data: { messages: [{ attachments: [] }] } });
    expect((await (await signedInClient({})).client.graphql(FILES)).data).toEqual({
      messages: [{ attachments: [{ name: "letter.pdf", href: "/documents/messages/m1/f1" }] }],
    });
  });

  it.each([
    ["message_files", "/documents/messages/m1/f1"],
    ["tax_files", "/documents/taxes/t1"],
  ])("%s makes its document URLs fail with no_capability: %s", async (name, url) => {
    const { upstream, client } = await signedInClient({ [name]: false });
    const response = await client.request({ method: "GET", url });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "no_capability"]);
    expect(upstream.calls().filter((call) => call.includes("/x/"))).toEqual([]);
  });
});
