/** Tests the operations of My Account and the unread messages of Home, from the flows' operations to the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

type Row = Readonly<Record<string, unknown>>;
const NEW_PASSWORD = "a new horse battery";
const passwordForm = (password: string, new_password = NEW_PASSWORD, confirm_password = new_password) => ({
  form: { password, new_password, confirm_password },
});

/** Another browser of the same depositor, which the bank remembers. */
async function remembered({ email, password }: { email: string; password: string }, browser = new Depositor(fixture)): Promise<Depositor> {
  await browser.call("Login", { form: { email, password } });
  await browser.call("SelectMfa", { type: "email" });
  await browser.call("VerifyMfa", { form: { code: "000000", remember: true } });
  return browser;
}

/** The remembered devices of a depositor, and which of them the browser is. */
interface Devices {
  readonly devices: readonly Row[];
  readonly deviceInfo: Row;
}

describe("a change of the password", () => {
  it("keeps this session, ends the other one and forgets the devices", async () => {
    const dana = await fixture.signedInAs("active");
    const other = await remembered(dana);
    expect((await dana.call<Devices>("Devices")).devices).toHaveLength(1);
    expect(await dana.call("ChangePassword", passwordForm(dana.password))).toEqual({ message: "You've changed your password." });
    expect(await other.failure("Profile")).toMatchObject({ status: 401 });
    expect(await dana.call<Devices>("Devices")).toEqual({ devices: [], deviceInfo: { uuid: null } });
    expect(await dana.call<readonly Row[]>("Sessions")).toMatchObject([{ current: true }]);
    await expect(fixture.signedIn(dana)).rejects.toThrow();
    await fixture.signedIn({ email: dana.email, password: NEW_PASSWORD });
  });

  it("is refused at its field for a wrong password, and before any call for two different new ones", async () => {
    const dana = await fixture.signedInAs("active");
    expect(await dana.failure("ChangePassword", passwordForm("wrong"))).toMatchObject({ status: 422, errors: [{ path: "password" }] });
    expect(await dana.failure("ChangePassword", passwordForm(dana.password, NEW_PASSWORD, "another horse"))).toMatchObject({
      status: 422,
      errors: [{ path: "confirm_password" }],
    });
    await fixture.signedIn(dana);
  });
});

describe("sessions and devices", () => {
  it("are listed, and end one by one; nobody ends the own session or another depositor's", async () => {
    const dana = await fixture.signedInAs("active");
    const other = await remembered(dana);
    const sessions = await dana.call<readonly Row[]>("Sessions");
    const [mine, theirs] = [sessions.find(({ current }) => current === true), sessions.find(({ current }) => current === false)];
    expect(await dana.failure("EndSession", { uuid: mine?.uuid })).toMatchObject({ status: 409 });
    const eve = await fixture.signedInAs("active");
    expect(await eve.failure("EndSession", { uuid: theirs?.uuid })).toMatchObject({ status: 404 });
    const seen = await other.call<Devices>("Devices");
    expect(seen.devices).toHaveLength(1);
    expect(seen.deviceInfo).toEqual({ uuid: seen.devices[0]?.uuid });
    expect(await dana.call("EndSession", { uuid: theirs?.uuid })).toEqual({ ok: true });
    expect(await other.failure("Profile")).toMatchObject({ status: 401 });

    const { devices, deviceInfo } = await dana.call<Devices>("Devices");
    const [device] = devices;
    expect(deviceInfo).toEqual({ uuid: null });
    expect(await eve.failure("ForgetDevice", { uuid: device?.uuid })).toMatchObject({ status: 404 });
    expect(await dana.call("ForgetDevice", { uuid: device?.uuid })).toEqual({ ok: true });
    expect(await dana.call<Devices>("Devices")).toEqual({ devices: [], deviceInfo: { uuid: null } });
  });
});

describe("a device that several depositors share", () => {
  it("is remembered for each of them", async () => {
    const [dana, eve] = [await fixture.persona("active"), await fixture.persona("active")];
    const browser = await remembered(eve, await remembered(dana));
    for (const { email, password } of [dana, eve]) {
      const { auth } = await browser.call<{ auth: Row }>("Login", { form: { email, password } });
      expect(auth).toMatchObject({ mfaRequired: false, loginSuccess: true });
      const { devices, deviceInfo } = await browser.call<Devices>("Devices");
      expect(deviceInfo).toEqual({ uuid: devices[0]?.uuid });
    }
  });

  it("forgets the oldest one when its cookie is full, and no other", async () => {
    const people: { email: string; password: string }[] = [];
    for (let person = 0; person < 20; person++) people.push(await fixture.persona("basic"));
    const browser = new Depositor(fixture);
    for (const person of people) await remembered(person, browser);
    const login = async (person: number) =>
      (await browser.call<{ auth: Row }>("Login", { form: { email: people[person]?.email, password: people[person]?.password } })).auth;
    expect(browser.cookies.get("__Host-hys_device")?.length).toBeLessThan(4_000);
    expect(await login(0)).toMatchObject({ mfaRequired: true });
    expect(await login(19)).toMatchObject({ mfaRequired: false });
    expect(await login(10)).toMatchObject({ mfaRequired: false });
  });
});

describe("preferences", () => {
  it("are read and saved", async () => {
    const dana = await fixture.signedInAs("active");
    const before = await dana.call<Row>("Preferences");
    const saved = { ...before, email_messages: false, paperless: false };
    await dana.call("SavePreferences", { form: saved });
    expect(await dana.call("Preferences")).toEqual(saved);
  });
});

describe("a linked account", () => {
  const links = (dana: Depositor) => dana.call<readonly Row[]>("LinkedAccounts");

  it("is named, and removed, by its depositor only", async () => {
    const dana = await fixture.signedInAs("active");
    const [link] = await links(dana);
    const rename = (nickname: string) => ({ uuid: link?.uuid, form: { nickname } });
    const eve = await fixture.signedInAs("active");
    expect(await eve.failure("RenameLink", rename("Mine"))).toMatchObject({ status: 404 });
    expect(await eve.failure("RemoveLink", { uuid: link?.uuid })).toMatchObject({ status: 404 });
    expect(await dana.failure("RenameLink", rename("  "))).toMatchObject({ status: 422, errors: [{ path: "nickname" }] });
    expect(await dana.failure("RenameLink", rename("x".repeat(51)))).toMatchObject({ status: 422, errors: [{ path: "nickname" }] });
    expect(await dana.call("RenameLink", rename(" Rent "))).toEqual({ ok: true });
    expect(await links(dana)).toMatchObject([{ nickname: "Rent" }]);
    expect(await dana.call("RemoveLink", { uuid: link?.uuid })).toEqual({ ok: true });
    expect(await links(dana)).toMatchObject([{ status: "ARCHIVED" }]);
  });

  it.each(["view-only", "hold"])("is neither named nor removed by a depositor who is %s", async (persona) => {
    const dana = await fixture.signedInAs(persona);
    const [link] = await links(dana);
    const refusal = { status: 403, code: "not_allowed" };
    expect(await dana.failure("RenameLink", { uuid: link?.uuid, form: { nickname: "Rent" } })).toMatchObject(refusal);
    expect(await dana.failure("RemoveLink", { uuid: link?.uuid })).toMatchObject(refusal);
  });
});

it("lists the messages that the depositor has not read", async () => {
  const dana = await fixture.signedInAs("active");
  expect(await dana.call("UnreadMessages")).toEqual([]);
  await fixture.control("/simulate/message-reply", { email: dana.email });
  const [message] = await dana.call<readonly Row[]>("Messages");
  expect(await dana.call("UnreadMessages")).toEqual([{ uuid: message?.uuid }]);
  await dana.call("ViewMessage", { uuid: message?.uuid });
  expect(await dana.call("UnreadMessages")).toEqual([]);
});

it("reports the code of the newest return with the first deposit, also after interest was credited", async () => {
  const dana = await fixture.signedInAs("funding-returned");
  expect(await dana.call("Funding")).toMatchObject({ return_code: "R01" });
  expect(await (await fixture.signedInAs("disclosures")).call("Funding")).toMatchObject({ return_code: null });
});
