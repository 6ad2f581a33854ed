/** Tests of the sandbox's controls, faults, simulations and pages. */
import { describe, expect, it } from "vitest";
import { BankClient, ORIGIN, signedIn, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

describe("the clock", () => {
  it("moves forward only, by a duration or to an instant", async () => {
    const client = new BankClient(bank);
    expect(await client.control("/clock")).toEqual({ now: "2026-11-21T17:00:00.000Z" });
    expect(await client.advance("P2D")).toEqual({ now: "2026-11-23T17:00:00.000Z" });
    expect(await client.control("/clock", { now: "2026-12-01T00:00:00.000Z" })).toEqual({ now: "2026-12-01T00:00:00.000Z" });
    expect(await client.control("/clock", { now: "2026-11-30T19:00:00.000000-05:00" })).toEqual({ now: "2026-12-01T00:00:00.000Z" });
    expect(await client.advance("PT0S")).toEqual({ now: "2026-12-01T00:00:00.000Z" });
    for (const body of [
      { now: "2026-11-01T00:00:00.000Z" },
      { advance: "soon" },
      { advance: "P" },
      { advance: "P8000Y" },
      { advance: "P1000000Y" },
      {},
      { advance: "P1D", now: "2027-01-01T00:00:00Z" },
      { now: "2026-12-31T23:59:60Z" },
      { now: "2027-01-01T00:00:00" },
    ]) {
      expect((await client.raw("/sandbox/clock", { body })).status, JSON.stringify(body)).toBe(422);
    }
    clock.advance(1000);
    expect(await client.control("/clock")).toEqual({ now: "2026-12-01T00:00:01.000Z" });
    await client.control("/reset", {});
    expect(await client.control("/clock")).toEqual({ now: new Date(clock.now).toISOString() });
    clock.advance(-1000);
  });
});

describe("an invalid control request", () => {
  it.each([
    ["/clock", { now: "soon" }, { now: ["Check the format."] }],
    ["/clock", {}, { "": ["Enter at least one value."] }],
    ["/clock", { advance: "P1D", now: "2027-01-01T00:00:00Z" }, { "": ["Enter only one of these."] }],
    ["/clock", { later: true }, { later: ["We don't recognize this field."] }],
    [
      "/personas/new",
      { progress: { registration_last_step: "COMPLETED" } },
      { "progress.registration_last_step": ["Choose one of the options."] },
    ],
    ["/simulate/transfer-return", { email: "a@example.com", return_code: "R86" }, { return_code: ["Check the format."] }],
    ["/personas/new", { brand: "nobody" }, { brand: ["No institution has that name."] }],
  ])("to %s with %j is rejected with an error for each field", async (path, body, errors) => {
    const response = await new BankClient(bank).raw(`/sandbox${path}`, { body });
    expect([response.status, ((await response.json()) as { errors: unknown }).errors]).toEqual([422, errors]);
  });
});

describe("the branding control", () => {
  const MODES = ["FASTLINK_ONLY", "MANUAL_ONLY", "FASTLINK_SAME_FI_ONLY", "MANUAL_SAME_FI_ONLY", "UNRESTRICTED", "BOTH_SAME_FI_ONLY"];
  const modes = async (client: BankClient, brand: string) =>
    (await client.call<{ link_restriction: string }>("/branding", { headers: { "x-brand": brand } })).data.link_restriction;

  it("changes the link mode of one institution until the bank is reset", async () => {
    const client = new BankClient(bank);
    for (const link_restriction of MODES) {
      expect(await client.control("/branding", { brand: "harbor", link_restriction })).toEqual({ brand: "harbor", link_restriction });
      expect([await modes(client, "harbor"), await modes(client, "juniper")]).toEqual([link_restriction, "BOTH_SAME_FI_ONLY"]);
    }
    await client.control("/branding", { brand: "harbor", link_restriction: "MANUAL_ONLY" });
    const { client: dana } = await signedIn(bank, "bank");
    expect(await dana.call("/fastlink")).toMatchObject({ status: 403, code: "link_restricted" });
    await client.control("/reset", {});
    expect(await modes(client, "harbor")).toBe("UNRESTRICTED");
  });

  it.each([
    [{ brand: "nobody", link_restriction: "MANUAL_ONLY" }],
    [{ brand: "harbor", link_restriction: "SOMETIMES" }],
    [{ brand: "harbor" }],
    [{ brand: "harbor", link_restriction: "MANUAL_ONLY", name: "x" }],
  ])("rejects %j", async (body) => {
    expect((await new BankClient(bank).raw("/sandbox/branding", { body })).status).toBe(422);
  });
});

describe("announcements", () => {
  it("are a service notice and banners, newest first, until they are removed or the bank is reset", async () => {
    const client = new BankClient(bank);
    const modes = async () => [(await client.call("/service")).data, (await client.call("/banner-alerts?active=true")).data];
    const quiet = [{ available: true, notice: null }, []];
    expect(await modes()).toEqual(quiet);
    await client.control("/notice", { brand: "harbor", notice: "We are closed on Sunday from 2 to 4." });
    await client.control("/banners", { brand: "harbor", type: 1, message: "New statements are here." });
    await client.control("/banners", { brand: "juniper", type: 3, message: "Transfers are late." });
    expect(await modes()).toEqual([
      { available: true, notice: "We are closed on Sunday from 2 to 4." },
      [{ uuid: expect.any(String), type: 1, message: "New statements are here." }],
    ]);
    await client.control("/notice", { brand: "harbor", notice: null });
    expect((await client.raw("/sandbox/banners?brand=harbor", { method: "DELETE" })).status).toBe(200);
    expect(await modes()).toEqual(quiet);
  });
  it.each([
    ["/notice", { brand: "elsewhere", notice: "x" }],
    ["/notice", { brand: "harbor" }],
    ["/banners", { brand: "harbor", type: 4, message: "x" }],
    ["/banners", { brand: "harbor", type: 1, message: "" }],
  ])("to %s with %j are rejected", async (path, body) => {
    expect((await new BankClient(bank).raw(`/sandbox${path}`, { body })).status).toBe(422);
  });
});

describe("faults", () => {
  it("make the next call to a path fail once, with any method", async () => {
    const client = new BankClient(bank);
    await client.control("/faults", { path: "/branding", status: 500 });
    expect((await client.call("/branding")).status).toBe(500);
    expect((await client.call("/branding")).status).toBe(200);
  });
  it("can be limited to a method, a number of times and a path with parameters", async () => {
    const client = new BankClient(bank);
    await client.control("/faults", { path: "/mfa-verify/{nonceToken}", method: "POST", status: 419, times: 2 });
    expect((await client.call("/mfa-verify/abc")).status).toBe(405);
    for (const status of [419, 419, 401]) {
      await client.csrf();
      expect((await client.call("/mfa-verify/abc", { body: { code: "000000" } })).status).toBe(status);
    }
  });
  it("distinguish a path that ends in a slash from one that does not", async () => {
    const { client } = await signedIn(bank, "new");
    await client.control("/faults", { path: "/alerts/", status: 500 });
    expect((await client.call("/alerts")).status).toBe(200);
    expect((await client.call("/alerts/", { body: { alert_id: "00000000-0000-4000-8000-000000000000" } })).status).toBe(500);
  });
  it("drop the connection or delay the response", async () => {
    const client = new BankClient(bank);
    await client.control("/faults", { path: "/service", drop: true });
    await expect(client.call("/service")).rejects.toThrow(/dropped/);
    await client.control("/faults", { path: "/service", delay_ms: 60 });
    const before = performance.now();
    expect((await client.call("/service")).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
    expect((await client.raw("/sandbox/faults", { body: { path: "/service" } })).status).toBe(422);
  });
  it.each([
    [{ path: "/acounts", status: 500 }, "path"],
    [{ path: "/api/v1/accounts", status: 500 }, "path"],
    [{ path: "/branding/", status: 500 }, "path"],
    [{ path: "/request/", status: 500 }, "path"],
    [{ path: "/request/{id}/more", status: 500 }, "path"],
    [{ path: "/sandbox/outbox", status: 500 }, "path"],
    [{ path: "/deposit", method: "GET", status: 500 }, "method"],
    [{ path: "/sanctum/csrf-cookie", method: "POST", status: 500 }, "method"],
    [{ path: "/deposit", status: 500, drop: true }, "status"],
    [{ path: "/deposit", status: 500, lost: true }, "status"],
    [{ path: "/deposit", drop: true, lost: true }, "lost"],
    [{ path: "/deposit", drop: false }, "drop"],
    [{ path: "/deposit", lost: false }, "lost"],
  ])("that could not apply as written are refused at their field: %j", async (fault, field) => {
    const client = new BankClient(bank);
    const answer = await client.raw("/sandbox/faults", { body: fault });
    expect([answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)]).toEqual([422, [field]]);
    expect(await client.control("/faults")).toEqual([]);
  });
  it.each([
    { path: "/request/{any}", status: 500 },
    { path: "/request/r-1?x=1", method: "get", status: 500 },
    { path: "/statements/2026/{month}", status: 500 },
    { path: "/alerts/", method: "POST", status: 500 },
    { path: "/sanctum/csrf-cookie", status: 500 },
    { path: "/sandbox/fastlink/visit", method: "POST", status: 500 },
    { path: "/deposit", drop: false, delay_ms: 5, status: 500 },
  ])("are accepted for what a call has: %j", async (fault) => {
    const client = new BankClient(bank);
    expect((await client.raw("/sandbox/faults", { body: fault })).status).toBe(201);
  });
  it("execute a call and lose its response", async () => {
    const { client, email } = await signedIn(bank, "new");
    await client.control("/faults", { path: "/forgot-password", lost: true });
    await expect(client.call("/forgot-password", { body: { email } })).rejects.toThrow(/dropped/);
    const emails = await client.control<{ subject: string }[]>(`/outbox?to=${encodeURIComponent(email)}`);
    expect(emails[0]?.subject).toMatch(/Reset/);
  });
});

describe("simulations", () => {
  it("set an identity decision, lock a link, return a transfer, and send alerts and replies", async () => {
    const { client, email } = await signedIn(bank, "errored");
    const simulate = (kind: string, more: Readonly<Record<string, unknown>> = {}) =>
      client.control<Record<string, unknown>>(`/simulate/${kind}`, { email, ...more });
    expect(await simulate("kyc-decision", { status: "MANUALLY_REVIEWED" })).toMatchObject({
      progress: { registration_status: "MANUALLY_REVIEWED", registration_last_step: "bank" },
    });
    // The pages for a review say that the bank sends an email.
    const subjects = async () =>
      (await client.control<{ subject: string }[]>(`/outbox?to=${email}`)).filter(({ subject }) => !subject.includes("code"));
    expect(await subjects()).toMatchObject([{ subject: "We've finished reviewing your application" }]);
    await simulate("kyc-decision", { status: "PASSED" });
    expect(await subjects()).toHaveLength(1);
    await simulate("alert", { title: "Hello" });
    expect((await client.call("/alerts")).data).toMatchObject([{ title: "Hello", read_at: null }]);
    expect(await client.call("/alerts/all", { method: "POST" })).toMatchObject({
      status: 202,
      message: "Alerts marked as read",
      data: [{ read_at: expect.any(String) }],
    });
    await simulate("message-reply", { body: "All is well." });
    expect((await client.call("/messages")).data).toMatchObject([{ body: "All is well.", from_bank: true }]);
    expect((await client.raw("/sandbox/simulate/microdeposits", { body: { email } })).status).toBe(409);
    expect((await client.raw("/sandbox/simulate/miracle", { body: { email } })).status).toBe(404);
    expect((await client.raw("/sandbox/simulate/alert", { body: { email: "nobody@example.com" } })).status).toBe(404);
    expect((await client.raw("/sandbox/simulate/kyc-decision", { body: { email, status: "SPLENDID" } })).status).toBe(422);
  });
  it("return a settled deposit with a reversal", async () => {
    const { client, email } = await signedIn(bank, "active");
    const balance = async () => Number((await client.call<{ balance: string }[]>("/accounts")).data[0]?.balance);
    const before = await balance();
    await client.control("/simulate/transfer-return", { email, return_code: "R10" });
    expect(before - (await balance())).toBeCloseTo(800, 6);
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ status: "LOCKED" }]);
  }, 20_000);
  it("change a last name, which puts the account on hold if the name is Hold", async () => {
    const { client, email } = await signedIn(bank, "active");
    const change = (body: object) => client.raw("/sandbox/simulate/name-change", { body: { email, ...body } });
    for (const body of [{}, { last_name: "" }, { last_name: "R2D2" }]) expect((await change(body)).status, JSON.stringify(body)).toBe(422);
    expect(await (await change({ last_name: "Rivera" })).json()).toMatchObject({ progress: { extended_status: "FUNDED" } });
    expect((await client.call("/depositor")).data).toMatchObject({ last_name: "Rivera" });
    expect(await (await change({ last_name: "Hold" })).json()).toMatchObject({ progress: { extended_status: "HOLD" } });
  });
  it("accept a second holder", async () => {
    const { client, email } = await signedIn(bank, "joint-pending");
    await client.control("/simulate/joint-accept", { email });
    expect((await client.call("/entity/details", { body: {} })).data).toMatchObject({
      registration_status: "PASSED",
      is_pending_signup: false,
    });
  }, 20_000);
});

describe("the identity check", () => {
  const CONFIRM = { confirm: { w9_certified: true, details_correct: true }, registration_last_step: "bank" };
  it.each([
    ["0001", "Stone", "FAILED", "confirmed", "UNLINKED"],
    ["0002", "Stone", "IN_REVIEW", "bank", "REVIEW"],
    ["0003", "Stone", "FLAGGED", "bank", "REVIEW"],
    ["0004", "Stone", "ERRORED", "confirmed", "UNLINKED"],
    ["6789", "Viewonly", "VIEW_ONLY", "confirmed", "UNLINKED"],
    ["6789", "Hold", "PASSED", "bank", "HOLD"],
    ["6789", "Stone", "PASSED", "bank", "UNLINKED"],
  ])(
    "with an SSN ending %s and the last name %s gives %s",
    async (end, last_name, registration_status, registration_last_step, extended_status) => {
      const { client } = await signedIn(bank, "confirmed");
      const basic = { first_name: "Lee", last_name, date_of_birth: "1970-01-01", ssn: `52233${end}` };
      expect((await client.call("/depositor", { method: "PATCH", body: { basic } })).status).toBe(200);
      expect((await client.call("/depositor", { method: "PATCH", body: CONFIRM })).data).toMatchObject({
        progress: { registration_status, registration_last_step, extended_status },
      });
    },
  );
  it.each([
    [{ ssn: "522330005" }, "duplicate_ssn", "ssn"],
    [{ ssn: "900123456" }, "validation", "ssn"],
    [{ date_of_birth: "2010-01-01" }, "validation", "date_of_birth"],
    [{ date_of_birth: "2001-02-30" }, "validation", "date_of_birth"],
    [{ first_name: "R2D2" }, "validation", "first_name"],
  ])("rejects %j with %s", async (change, code, field) => {
    const { client } = await signedIn(bank, "basic");
    const reply = await client.call("/depositor", {
      method: "PATCH",
      body: { basic: { first_name: "Lee", last_name: "Stone", date_of_birth: "1970-01-01", ssn: "522336789", ...change } },
    });
    expect(reply).toMatchObject({ status: 422, code });
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  it("accepts a depositor until the day before their 121st birthday, as the form does", async () => {
    const { client } = await signedIn(bank, "basic");
    const today = new Date((await client.control<{ now: string }>("/clock")).now);
    const born = (days: number): string =>
      new Date(Date.UTC(today.getUTCFullYear() - 121, today.getUTCMonth(), today.getUTCDate() + days)).toISOString().slice(0, 10);
    const send = (date_of_birth: string) =>
      client.call("/depositor", {
        method: "PATCH",
        body: { basic: { first_name: "Lee", last_name: "Stone", ssn: "522336789", date_of_birth } },
      });
    expect((await send(born(2))).status).toBe(200);
    expect(await send(born(-2))).toMatchObject({ status: 422, errors: { date_of_birth: ["Check the year of your date of birth."] } });
  });

  it.each([
    ["AL", 19],
    ["NE", 19],
    ["MS", 21],
  ])("requires depositors in %s to be %i years old, on whichever page completes the information", async (state, age) => {
    const { client } = await signedIn(bank, "address");
    const [today = ""] = (await client.control<{ now: string }>("/clock")).now.split("T");
    const born = (years: number, days: number): string => {
      const day = new Date(`${Number(today.slice(0, 4)) - years}${today.slice(4)}T00:00:00Z`);
      return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    };
    const basic = { first_name: "Lee", last_name: "Stone", ssn: "522336789" };
    const address = { street: "14 Maple Street", city: "Springfield", zip: "35203", mailing_same: true };
    const send = (body: unknown) => client.call("/depositor", { method: "PATCH", body });
    expect((await send({ basic: { ...basic, date_of_birth: born(age, 2) } })).status).toBe(200);
    const refused = await send({ address: { ...address, state } });
    expect(refused).toMatchObject({ status: 422, code: "validation", errors: { state: [expect.stringContaining(`at least ${age}`)] } });
    expect((await send({ address: { ...address, state: "GA" } })).status).toBe(200);
    expect((await send({ basic: { ...basic, date_of_birth: born(age, -2) } })).status).toBe(200);
    expect((await send({ address: { ...address, state } })).status).toBe(200);
    expect(await send({ basic: { ...basic, date_of_birth: born(age, 2) } })).toMatchObject({
      status: 422,
      errors: { date_of_birth: [expect.stringContaining(`at least ${age}`)] },
    });
  });
});

describe("pages and documents", () => {
  it("have no inline script or style", async () => {
    for (const path of ["/sandbox", "/sandbox/fastlink/"]) {
      const response = await bank.fetch(new Request(ORIGIN + path));
      const page = await response.text();
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
      for (const [, file = ""] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g))
        expect((await bank.fetch(new Request(ORIGIN + file))).status, file).toBe(200);
    }
  });
  it("include a disclosure whose hash is that of its PDF; a stale hash is rejected", async () => {
    const { client } = await signedIn(bank, "verified");
    const [disclosure] = (await client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data;
    const { download_url } = (await client.call<{ download_url: string }>(`/disclosure/${disclosure?.uuid}/${disclosure?.hash}`)).data;
    const pdf = await (await bank.fetch(new Request(download_url))).arrayBuffer();
    expect(Buffer.from(await crypto.subtle.digest("SHA-256", pdf)).toString("hex")).toBe(disclosure?.hash);
    expect(await client.call(`/disclosure/${disclosure?.uuid}`, { body: { attestation: true, hash: "0".repeat(64) } })).toMatchObject({
      status: 409,
      code: "stale_document",
    });
  });
  it("reject an unknown URL, a malformed body and another depositor's documents", async () => {
    const { client } = await signedIn(bank, "new");
    expect((await client.call("/nowhere")).status).toBe(404);
    expect((await client.call("/request/00000000-0000-4000-8000-000000000000")).status).toBe(404);
    const response = await bank.fetch(new Request(`${ORIGIN}/sandbox/clock`, { method: "POST", body: "{" }));
    expect(response.status).toBe(400);
  });
});

describe("the controls", () => {
  const outboxAt = (origin: string | null, at = ORIGIN, method = "POST") =>
    bank.fetch(
      new Request(`${at}/sandbox/${method === "POST" ? "faults" : "outbox"}`, {
        method,
        headers: { "content-type": "text/plain", ...(origin === null ? {} : { origin }) },
        ...(method === "POST" ? { body: JSON.stringify({ path: "/user", status: 503 }) } : {}),
      }),
    );

  it.each([
    "https://evil.example",
    "http://localhost:3000",
    "http://bank.test:81",
    "https://bank.test",
    "null",
    "http://bank.test.evil.example",
  ])("refuse requests of pages at %s, whatever their method", async (origin) => {
    expect((await outboxAt(origin)).status).toBe(403);
    expect((await outboxAt(origin, ORIGIN, "GET")).status).toBe(403);
    expect(await new BankClient(bank).control("/faults")).toEqual([]);
  });

  it("refuse a name that somebody points to this machine (DNS rebinding)", async () => {
    expect((await outboxAt("http://rebound.example", "http://rebound.example")).status).toBe(403);
    expect((await outboxAt(null, "http://rebound.example", "GET")).status).toBe(403);
  });

  it.each([
    ["its own page", ORIGIN, ORIGIN],
    ["its own page by another loopback name", "http://127.0.0.1:3001", "http://127.0.0.1:3001"],
    ["its own page by an address", "http://192.168.1.5:3001", "http://192.168.1.5:3001"],
    ["no page", null, ORIGIN],
  ])("answer requests of %s", async (_case, origin, at) => {
    expect((await outboxAt(origin, at)).status).toBe(201);
    expect((await outboxAt(origin, at, "GET")).status).toBe(200);
  });

  it("leave the API and the documents to every origin, as an institution does", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await bank.fetch(new Request(`${ORIGIN}/api/v1/branding`, { headers }))).status).toBe(200);
  });
});
