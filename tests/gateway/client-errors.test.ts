/** Tests the route that receives errors of the web app: what it logs, what it removes, and what it refuses. */
import { describe, expect, it } from "vitest";
import { pathToLog } from "../../gateway/plugins/logging.js";
import { fakeUpstream } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const REPORT = {
  name: "TypeError",
  message: "Cannot read 'amount' of jane.doe@example.com with 123-45-6789 at 4155550134",
  stack: "TypeError: jane.doe@example.com\n    at draw (https://save.harbor.test/assets/index-abc.js:1:234)\n    at run (index-abc.js:9:8)",
  path: "/disclosures/view-disclosures/3f2504e0-4f89-11d3-9a0c-0305e82c3301?token=abc",
  bundle: "a".repeat(64),
};

async function opened() {
  const lines: string[] = [];
  const app = await openGateway(fakeUpstream({}), { log: { level: "warn", stream: { write: (line) => void lines.push(line) } } });
  const client = new HttpClient(app);
  await client.request({ method: "GET", url: "/csrf" });
  const token = decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "");
  const send = (payload: object, headers: Record<string, string> = { "x-xsrf-token": token }) =>
    client.request({ method: "POST", url: "/client-errors", payload, headers });
  return { lines, send };
}

describe("an error of the web app", () => {
  it("is logged with its page and its place in the code, without personal data", async () => {
    const { lines, send } = await opened();
    expect((await send({ ...REPORT, password: "hunter2" })).statusCode).toBe(204);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "browser-error",
        brand: "harbor",
        bundle: REPORT.bundle,
        page: "/disclosures/view-disclosures/:id",
        error: "TypeError",
        reason: "Cannot read '[value]' of [email] with [number] at [number]",
        frames: ["index-abc.js:1:234", "index-abc.js:9:8"],
      },
    ]);
    expect(lines.join("")).not.toMatch(/jane|6789|4155550134|token|hunter2/);
  });

  it.each<[string, string, string]>([
    ["a bearer token", "failed with Bearer abc.def.ghi at once", "failed with Bearer [secret] at once"],
    ["a header", "authorization: Bearer abc.def", "authorization: [secret] [secret]"],
    ["a token without a name", "got eyJhbGciOi.eyJzdWIi.c2ln", "got [secret]"],
    [
      "a parameter",
      "GET /x;token=abcd&reset_password=hunter2&code=ABC api-key=k%20k",
      "GET /x;token=[secret]&reset_password=[secret]&code=[secret] api-key=[secret]",
    ],
    ["a field", "password: hunter2, access_token = abc", "password: [secret], access_token = [secret]"],
    ["JSON", '{"password":"hunter2","n":1}', '{"[value]":"[value]","[value]":1}'],
    ["a Social Security number", "123-45-6789, 123 45 6789 and 123456789", "[number], [number] and [number]"],
    ["a long key", "no entry for a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4", "no entry for [id]"],
    [
      "a message without one",
      "Cannot read properties of undefined (reading amount)",
      "Cannot read properties of undefined (reading amount)",
    ],
  ])("is logged without the secret in %s", async (_case, message, reason) => {
    const { lines, send } = await opened();
    expect((await send({ ...REPORT, message })).statusCode).toBe(204);
    expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([reason]);
  });

  it.each([
    ["/x/123-45-6789", "/x/:number"],
    ["/x/123%2045%206789/123456789", "/x/:number/:number"],
    ["/x/jane.doe@example.com/jane%40example.com", "/x/[email]/[email]"],
    ["/x;token=abc/code=ABC/password%3Dhunter2#token=abc", "/x;token=[secret]/code=[secret]/password%3D[secret]"],
    ["/x/Bearer%20abc.def.ghi", "/x/Bearer [secret]"],
    ["/reset/a1B2c3D4e5F6a1B2c3D4e5F6", "/reset/:id"],
    ["/documents/statements/2026/11", "/documents/statements/2026/11"],
    ["/disclosures/view-disclosures", "/disclosures/view-disclosures"],
    ["/registration/basic-information", "/registration/basic-information"],
  ])("is logged at the page %s without personal data and secrets", async (path, page) => {
    const { lines, send } = await opened();
    await send({ ...REPORT, path });
    expect(lines.map((line) => (JSON.parse(line) as { page: string }).page)).toEqual([page]);
  });

  it("has a path that costs little time, however long it is", () => {
    const from = performance.now();
    for (const part of ["-a", "token", "a", "1-", "/a1", "a@"]) expect(pathToLog(`/${part.repeat(8_000)}`).length).toBeLessThanOrEqual(120);
    expect(pathToLog(`/a/b/${"x".repeat(600)}@example.com`)).toBe("/a/b/");
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  it("is refused without the page's token, and in another form", async () => {
    const { lines, send } = await opened();
    expect((await send(REPORT, {})).statusCode).toBe(419);
    expect((await send({ message: "no name" })).statusCode).toBe(400);
    expect((await send({ ...REPORT, bundle: "../etc" })).statusCode).toBe(400);
    expect((await send({ ...REPORT, message: "x".repeat(20_000) })).statusCode).toBe(413);
    expect(lines.join("")).not.toContain("browser-error");
  });

  it("is counted by address", async () => {
    const { send } = await opened();
    const statuses: number[] = [];
    for (let sent = 0; sent < 22; sent += 1) statuses.push((await send(REPORT)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429, 429]);
  });
});
