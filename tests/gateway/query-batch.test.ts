/** Tests several queries in one HTTP request: each has its own answer, and a batch changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
let person: Depositor;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
  person = await fixture.signedInAs("active");
}, 120_000);
afterAll(() => fixture?.close());

async function send(operations: readonly (readonly [string, object])[], by: Depositor = person) {
  if (!by.cookies.has("XSRF-TOKEN")) await by.request({ method: "GET", url: "/csrf" });
  const response = await by.request({
    method: "POST",
    url: "/graphql",
    payload: JSON.stringify(operations.map(([name, variables]) => by.operation(name, variables))),
    headers: { "content-type": "application/json", "x-xsrf-token": decodeURIComponent(by.cookies.get("XSRF-TOKEN") ?? "") },
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

describe("a batch", () => {
  it("answers each query in its order", async () => {
    const { status, body } = await send([
      ["Progress", {}],
      ["Accounts", {}],
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ data: { progress: { is_primary: true } } }, { data: { accounts: [expect.anything()] } }]);
  });

  it("reports the failure of one query beside the answers of the others", async () => {
    await fixture.fault({ path: "/accounts", method: "GET", status: 500 });
    const { body } = await send([
      ["Progress", {}],
      ["Accounts", {}],
    ]);
    expect(body).toMatchObject([{ data: { progress: { is_primary: true } } }, { errors: [{ extensions: { status: 500 } }] }]);
  });

  it("without a sign-in fails at each query that needs one", async () => {
    const { body } = await send(
      [
        ["Branding", {}],
        ["Progress", {}],
      ],
      new Depositor(fixture),
    );
    expect(body).toMatchObject([{ data: { branding: { name: expect.any(String) } } }, { errors: [{ extensions: { status: 401 } }] }]);
  });

  it("refuses a mutation, and performs the queries beside it", async () => {
    const { body } = await send([
      ["Progress", {}],
      ["MarkAllAlertsRead", {}],
    ]);
    expect(body).toMatchObject([{ data: {} }, { errors: [{ message: expect.any(String) }] }]);
    expect((body as { data?: object }[])[1]).not.toHaveProperty("data");
  });

  it("is refused when it is empty or too long", async () => {
    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 17 }, () => ["Progress", {}] as const))).status).toBe(400);
  });
});
