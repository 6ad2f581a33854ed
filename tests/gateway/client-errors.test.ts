/** Tests the route that receives errors of the web app: what it logs, what it removes, and what it refuses. */
import { describe, expect, it } from "vitest";
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
