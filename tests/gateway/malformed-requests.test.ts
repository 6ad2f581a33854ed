/** Tests of requests that no browser sends: each is the sender's error (4xx), and the log has no error. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_DEPTH, refuseDeepJson } from "../../gateway/request-json.js";
import { fakeUpstream } from "./fake-upstream.js";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";
import { ENV, openGateway } from "./test-gateway.js";

const lines: string[] = [];
let fixture: SandboxFixture;
let person: Depositor;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ log: (line) => void lines.push(line) });
  person = await fixture.signedInAs("active");
}, 120_000);
afterAll(() => fixture?.close());

async function post(type: string, payload: string, by: Depositor = person) {
  if (!by.cookies.has("XSRF-TOKEN")) await by.request({ method: "GET", url: "/csrf" });
  lines.length = 0;
  return by.request({
    method: "POST",
    url: "/graphql",
    payload,
    headers: { "content-type": type, "x-xsrf-token": decodeURIComponent(by.cookies.get("XSRF-TOKEN") ?? "") },
  });
}

const errorLines = () => lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const json = "application/json";
const form = "multipart/form-data; boundary=x";
const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string) => part(`${name}"; filename="a.pdf`, value);

function rename(): string {
  return JSON.stringify(person.operation("RenameLink", { uuid: "UUID", form: { nickname: "Mine" } }));
}
function message(): string {
  const attachments = [{ name: "a.pdf", type: "application/pdf", size: 10, file: "file-1" }];
  return JSON.stringify(person.operation("SendMessage", { form: { subject: "s", category: "other", body: "b", attachments } }));
}

describe("a malformed request", () => {
  it.each<[string, string, () => string]>([
    ["multipart without a boundary", "multipart/form-data", () => "abc"],
    ["multipart that is garbage", form, () => "garbage-garbage"],
    ["multipart without an end", form, () => part("operations", "{}").slice(0, -10)],
    ["multipart with other fields", form, () => `${part("a", "1")}${part("b", "2")}--x--\r\n`],
    ["multipart with two operations", form, () => `${part("operations", message())}${part("operations", message())}--x--\r\n`],
    ["multipart whose operations are nested deeply", form, () => `${part("operations", nested(20_000))}--x--\r\n`],
    ["multipart with a part without a name", form, () => "--x\r\n\r\nabc\r\n--x--\r\n"],
    ["JSON nested deeply", json, () => nested(50_000)],
    ["JSON nested deeply, as a batch", json, () => `[{"query":"{ auth { email } }","variables":{"a":${nested(50_000)}}}]`],
    ["JSON nested deeply, in a variable", json, () => rename().replace('"UUID"', nested(50_000))],
    ["JSON nested deeply, without an end", json, () => "[".repeat(100_000)],
  ])("is a bad request: %s", async (_case, type, payload) => {
    const response = await post(type, payload());
    const [error] = response.json<{ errors: { extensions?: { status?: number } }[] }>().errors;
    expect(response.statusCode === 400 || error?.extensions?.status === 400).toBe(true);
    expect(errorLines()).toEqual([]);
  });

  it("is a bad request whose file ends early, and sends no message", async () => {
    const before = await person.call("Messages");
    const response = await post(form, `${part("operations", message())}${file("file-1", "%PDF-1.7 and").slice(0, -2)}`);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { status: 400, code: "malformed" } }] });
    expect(errorLines()).toEqual([]);
    expect(await person.call("Messages")).toEqual(before);
  });

  it.each(["\\ud800", "\\udc00", "a\\ud83d", "\\ude00\\ud83d"])("is a bad request with half of a character: %s", async (half) => {
    const response = await post(json, rename().replace("UUID", half));
    expect(response.json()).toMatchObject({ errors: [{ extensions: { status: 400, code: "variables_refused" } }] });
    const name = await post(json, rename().replace("Mine", half));
    expect(name.json()).toMatchObject({ errors: [{ extensions: { status: 400, code: "variables_refused" } }] });
    expect(errorLines()).toEqual([]);
  });

  it("is none with a whole character of two halves", async () => {
    const response = await post(json, rename().replace("UUID", "\\ud83d\\ude00"));
    expect(response.json()).toMatchObject({ errors: [{ extensions: { status: 404 } }] });
  });
});

/** The status of a GET whose address arrives as it is: `inject` and `fetch` would parse it. */
async function statusOf(app: FastifyInstance, path: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: "127.0.0.1", port, path, agent: false, headers: { host: "harbor.localhost" } });
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

it("has no address that is an error of the server", async () => {
  lines.length = 0;
  const app = await openGateway(fakeUpstream({}), { log: { level: "error", stream: { write: (line) => void lines.push(line) } } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const found: [string, number][] = [];
  const paths = ["//[", "//", "//evil.example/login", "/[", "/%", "/%00", "/%ed%a0%80", "/documents/taxes/%ed%a0%80"];
  for (const path of [...paths, "http://[", "http://a:b/c", "http://harbor.localhost/login", "/login?next=//[", "/login"])
    found.push([path, await statusOf(app, path)]);
  expect(found).toEqual([
    ["//[", 404],
    ["//", 404],
    ["//evil.example/login", 404],
    ["/[", 200],
    ["/%", 400],
    ["/%00", 404],
    ["/%ed%a0%80", 400],
    ["/documents/taxes/%ed%a0%80", 400],
    ["http://[", 400],
    ["http://a:b/c", 400],
    ["http://harbor.localhost/login", 200],
    ["/login?next=//[", 200],
    ["/login", 200],
  ]);
  expect(lines).toEqual([]);

  const bad = (host: string) => app.inject({ method: "GET", url: "/%", headers: { host } });
  const known = await bad("harbor.localhost");
  expect(known.statusCode).toBe(400);
  expect(known.json()).toMatchObject({ errors: [{ extensions: { code: "malformed", request_id: known.headers["x-request-id"] } }] });
  expect(known.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'self'"),
    "x-request-id": expect.any(String),
  });
  const production = await openGateway(fakeUpstream({}), { env: { ...ENV, production: true } });
  expect((await production.inject({ method: "GET", url: "/%", headers: { host: "evil.example" } })).statusCode).toBe(421);
});

it("counts the nesting outside of texts", () => {
  for (const text of [nested(MAX_DEPTH), JSON.stringify("[".repeat(1_000)), `["\\"${"[".repeat(1_000)}"]`, "", '"', "]".repeat(100)])
    expect(() => refuseDeepJson(text)).not.toThrow();
  for (const text of [nested(MAX_DEPTH + 1), `["\\\\",${nested(MAX_DEPTH)}]`, "{".repeat(MAX_DEPTH + 1)])
    expect(() => refuseDeepJson(text)).toThrow("We couldn't accept this");
  const from = performance.now();
  refuseDeepJson('\\"'.repeat(100_000));
  expect(performance.now() - from).toBeLessThan(1_000);
});
