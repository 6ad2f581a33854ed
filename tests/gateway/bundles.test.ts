/** Tests of the bundle store with the published flows. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBundles } from "../../gateway/bundles.js";
import { formCheck, UnknownForm } from "../../gateway/forms.js";
import { createMock } from "../../gateway/mock.js";
import { publishBundles } from "../../gateway/publish-bundles.js";
import { Invalid } from "../../gateway/upstream/errors.js";
import { FORMATS } from "../support/formats.js";
import { ROOT, readText } from "../support/sources.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";
import { variablesOf } from "./schema-examples.js";
import { HttpClient, openGateway } from "./test-gateway.js";

let flows: PublishedFlows;
beforeAll(async () => {
  flows = await openPublishedFlows();
}, 120_000);
afterAll(() => flows?.close());

const check = (schema: string, value: unknown, slug = "harbor") => flows.bundles.active(slug)?.checkForm(schema, value);

function fieldsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof Invalid) return error.errors.map(({ path }) => path).sort();
    throw error;
  }
  return [];
}

describe("the shell and the journey of a path", () => {
  it("are those of the screen to which the guards redirect a visitor, and of the path's own screen for a session", () => {
    const shellOf = (path: string, isSignedIn: boolean) => flows.bundles.active("harbor")?.shellOf(path, isSignedIn);
    const [login, home] = [
      { width: "narrow", sidebar: false },
      { width: "wide", navigation: true },
    ];
    expect([shellOf("/login", false), shellOf("/login", true)]).toEqual([login, login]);
    expect([shellOf("/dashboard", false), shellOf("/dashboard", true)]).toEqual([login, home]);
    const journeyOf = (path: string, isSignedIn: boolean) => flows.bundles.active("harbor")?.journeyOf(path, isSignedIn);
    expect([journeyOf("/dashboard", false), journeyOf("/dashboard", true)]).toEqual(["auth", "dashboard"]);
  });
});

describe("the forms of a bundle", () => {
  it("return the input trimmed and without separators between digits", () => {
    expect(
      check("basic-information", { first_name: " Ada ", last_name: "Lovelace", date_of_birth: "1990-12-10", ssn: "123-45-6789" }),
    ).toEqual({ first_name: "Ada", last_name: "Lovelace", date_of_birth: "1990-12-10", ssn: "123456789" });
    expect(check("mobile-mfa", { phone: "(415) 555-0134", sms_consent: true })).toEqual({ phone: "4155550134", sms_consent: true });
  });

  it("leave a password unchanged", () => {
    expect(check("credentials", { email: " ada@example.com ", password: "  two spaces  " })).toEqual({
      email: "ada@example.com",
      password: "  two spaces  ",
    });
  });

  it("report each invalid field once", () => {
    expect(
      fieldsOf(() =>
        check("basic-information", { first_name: "Ada", last_name: "", date_of_birth: "2020-01-01", ssn: "666-12-3456", shoe_size: 9 }),
      ),
    ).toEqual(["date_of_birth", "last_name", "shoe_size", "ssn"]);
    expect(
      fieldsOf(() => check("address", { street: "PO Box 7", street2: "PO Box 8", city: "X", state: "ZZ", zip: "1", mailing_same: true })),
    ).toEqual(["state", "street", "street2", "zip"]);
  });

  it("differ between brands", () => {
    const registration = {
      email: "ada@example.com",
      password: "simple password",
      confirm_password: "simple password",
      accept_terms: true,
      accept_esign: true,
    };
    expect(fieldsOf(() => check("registration", registration))).toEqual([]);
    expect(fieldsOf(() => check("registration", registration, "juniper"))).not.toEqual([]);
  });

  it("throw when the bundle lacks the form", () => {
    expect(() => formCheck({}, {}, FORMATS)("login", {})).toThrow(UnknownForm);
  });
});

describe("a folder of bundles", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), "passbook-bundles-"));
    folders.push(folder);
    return folder;
  };
  const copy = async (folder: string, slug: string, hash: string): Promise<void> => {
    const journeys = flows.core(slug).journeys.flatMap((journey) => [`${journey}.json`, `${journey}.validators.js`]);
    for (const name of ["core.json", "forms.json", "manifest.json", ...journeys]) {
      const from = flows.bundles.file(slug, flows.bundles.active(slug)?.hash ?? "", name) ?? "";
      const to = join(folder, slug, hash, name);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, await readFile(from));
    }
  };

  it("activates the bundle that `current` names, or keeps the active one when it cannot load it", async () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    const folder = newFolder();
    mkdirSync(join(folder, "harbor"), { recursive: true });
    const events: string[] = [];
    const store = await openBundles({
      folder,
      scanIntervalMs: null,
      acceptsUnproven: true,
      onActivated: (bundle) => events.push(bundle.hash),
      onProblem: (_slug, error) => events.push(String(error)),
    });
    expect(store.brands()).toEqual([]);
    await copy(folder, "harbor", hash);
    await store.refresh();
    expect(store.active("harbor")).toBeNull();
    writeFileSync(join(folder, "harbor/current"), `${hash}\n`);
    await store.refresh();
    await store.refresh();
    expect(events).toEqual([hash]);
    const other = "f".repeat(64);
    await copy(folder, "harbor", other);
    writeFileSync(join(folder, "harbor/current"), other);
    await store.refresh();
    expect(events[1]).toContain("core.json is of another bundle");
    expect(store.active("harbor")?.hash).toBe(hash);
    writeFileSync(join(folder, "harbor/current"), "../../etc");
    await store.refresh();
    expect(events[2]).toContain("does not name a bundle");
    store.close();
  });

  it("activates a bundle whose files arrive after `current`, and reports it once", async () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    const folder = newFolder();
    mkdirSync(join(folder, "harbor"), { recursive: true });
    writeFileSync(join(folder, "harbor/current"), hash);
    const problems: string[] = [];
    const onProblem = (_slug: string, error: unknown): void => void problems.push(String(error));
    const store = await openBundles({ folder, scanIntervalMs: null, acceptsUnproven: true, onActivated: () => {}, onProblem });
    await store.refresh();
    expect(store.active("harbor")).toBeNull();
    expect(problems).toEqual([expect.stringContaining("ENOENT")]);
    await copy(folder, "harbor", hash);
    await store.refresh();
    expect(store.active("harbor")?.hash).toBe(hash);
    store.close();
  });

  it("gives a page the bundle with which it was sent, after another one is active and after a restart", async () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    const folder = newFolder();
    const other = "e".repeat(64);
    await copy(folder, "harbor", hash);
    await copy(folder, "harbor", other);
    const core = join(folder, "harbor", other, "core.json");
    writeFileSync(core, (await readFile(core, "utf8")).replaceAll(hash, other));
    writeFileSync(join(folder, "harbor/current"), other);
    const onProblem = (_slug: string, error: unknown): void => expect.unreachable(String(error));
    const store = await openBundles({ folder, scanIntervalMs: null, acceptsUnproven: true, onActivated: () => {}, onProblem });
    expect(store.active("harbor")?.hash).toBe(other);
    expect((await store.published("harbor", other))?.hash).toBe(other);
    expect((await store.published("harbor", hash))?.hash).toBe(hash);
    expect(await store.published("harbor", "d".repeat(64))).toBeNull();
    expect(await store.published("harbor", "../harbor")).toBeNull();
    expect(await store.published("nobody", hash)).toBeNull();
    store.close();
  });

  it("are served only with a proof of the folder's content, except in development", async () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    const folder = newFolder();
    await copy(folder, "harbor", hash);
    writeFileSync(join(folder, "harbor/current"), `${hash}\n`);
    const at = (name: string) => join(folder, "harbor", hash, name);
    const opened = async (): Promise<string | null> => {
      const problems: string[] = [];
      const onProblem = (_slug: string, error: unknown) => void problems.push(String(error));
      const store = await openBundles({ folder, scanIntervalMs: null, acceptsUnproven: false, onActivated: () => {}, onProblem });
      store.close();
      expect(store.active("harbor") === null).toBe(problems.length > 0);
      return problems[0] ?? null;
    };
    expect(await opened()).toContain("its manifest carries no proof");
    const manifest = JSON.parse(await readFile(at("manifest.json"), "utf8")) as object;
    const other = "0".repeat(64);
    const proof = { bundle: hash, flows: other, schemas: other, verifier: other, states: "7" };
    const withProof = (changed: object) =>
      writeFileSync(at("manifest.json"), JSON.stringify({ ...manifest, proof: { ...proof, ...changed } }));
    withProof({ verifier: "" });
    expect(await opened()).toContain("the proof in its manifest is incomplete");
    withProof({ bundle: other });
    expect(await opened()).toContain("the proof in its manifest is of another bundle");
    withProof({});
    expect(await opened()).toBeNull();
    const core = JSON.parse(await readFile(at("core.json"), "utf8")) as { screens: Record<string, { guard: object }> };
    const [first] = Object.values(core.screens);
    if (first !== undefined) first.guard = { logic: false };
    writeFileSync(at("core.json"), JSON.stringify(core));
    expect(await opened()).toContain("its files are not those that were proven");
  });

  it("trusts the documents of the bundles that were published before the gateway started", async () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    const folder = newFolder();
    await copy(folder, "harbor", hash);
    writeFileSync(join(folder, "harbor/current"), hash);
    const core = flows.core("harbor");
    const [earlier, damaged] = ["a".repeat(64), "b".repeat(64)];
    const operations = { Former: { hash: createHash("sha256").update("query Former { branding { name } }").digest("hex") } };
    for (const [name, text] of [
      [earlier, JSON.stringify({ ...core, hash: earlier, operations })],
      [damaged, "{"],
    ] as const) {
      mkdirSync(join(folder, "harbor", name));
      writeFileSync(join(folder, "harbor", name, "core.json"), text);
    }
    const problems: string[] = [];
    const store = await openBundles({
      folder,
      scanIntervalMs: null,
      acceptsUnproven: true,
      onActivated() {},
      onProblem: (slug) => problems.push(slug),
    });
    expect(store.trusts("harbor", "query Former { branding { name } }")).toBe(true);
    expect(store.trusts("harbor", core.operations.Login?.document ?? "")).toBe(true);
    expect(store.trusts("harbor", "query Other { branding { name } }")).toBe(false);
    expect(problems).toEqual(["harbor"]);
    store.close();
  });

  it("is shared: a release adds its bundle, and the gateways serve and trust the earlier one as well", async () => {
    const [image, shared] = [newFolder(), newFolder()];
    const [earlier, latest] = ["a".repeat(64), flows.bundles.active("harbor")?.hash ?? ""];
    await copy(image, "harbor", latest);
    writeFileSync(join(image, "harbor/current"), latest);
    const core = flows.core("harbor");
    const document = "query Earlier { branding { name } }";
    const operations = { Earlier: { hash: createHash("sha256").update(document).digest("hex") } };
    mkdirSync(join(shared, "harbor", earlier), { recursive: true });
    writeFileSync(join(shared, "harbor", earlier, "core.json"), JSON.stringify({ ...core, hash: earlier, operations }));
    writeFileSync(join(shared, "harbor/current"), earlier);
    expect(await publishBundles(image, shared)).toEqual([{ slug: "harbor", hash: latest }]);
    const store = await openBundles({
      folder: shared,
      scanIntervalMs: null,
      acceptsUnproven: true,
      onActivated: () => {},
      onProblem: (_slug, error) => expect.unreachable(String(error)),
    });
    expect(store.active("harbor")?.hash).toBe(latest);
    expect([document, core.operations.Login?.document ?? "", "query Other { a }"].map((each) => store.trusts("harbor", each))).toEqual([
      true,
      true,
      false,
    ]);
    expect(JSON.parse(await readFile(store.file("harbor", earlier, "core.json") ?? "", "utf8"))).toMatchObject({ hash: earlier });
    store.close();
  });

  it("gets a bundle again only when its manifest differs, and keeps no drafts", async () => {
    const [image, shared] = [newFolder(), newFolder()];
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    await copy(image, "harbor", hash);
    writeFileSync(join(image, "harbor/current"), hash);
    await publishBundles(image, shared);
    const mark = join(shared, "harbor", hash, "mark");
    writeFileSync(mark, "");
    await publishBundles(image, shared);
    expect(existsSync(mark)).toBe(true);
    writeFileSync(join(image, "harbor", hash, "manifest.json"), "{}");
    await publishBundles(image, shared);
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(join(shared, "harbor")).sort()).toEqual([hash, "current"].sort());
  });

  it("trusts the documents of its flows and no others", () => {
    const document = flows.core("harbor").operations.Login?.document ?? "";
    expect(flows.bundles.trusts("harbor", document)).toBe(true);
    expect(flows.bundles.trusts("harbor", `${document} `)).toBe(false);
    expect(flows.bundles.trusts("nobody", document)).toBe(false);
  });

  it("gives paths of its own files and no others", () => {
    const hash = flows.bundles.active("harbor")?.hash ?? "";
    expect(flows.bundles.file("harbor", hash, "auth.json")).toMatch(/auth\.json$/);
    for (const [slug, name] of [
      ["harbor", "../current"],
      ["harbor", ".draft"],
      ["..", "core.json"],
      ["harbor", "a/b.json"],
    ] as const)
      expect(flows.bundles.file(slug, hash, name)).toBeNull();
  });
});

/** The bundles without the rules of forms, for values that are generated from the GraphQL types alone. */
const withoutForms = (bundles: PublishedFlows["bundles"]): PublishedFlows["bundles"] => ({
  ...bundles,
  active(slug) {
    const active = bundles.active(slug);
    return active && { ...active, checkForm: (_form, value) => value };
  },
});

/** Forms whose values the declared calls parse. */
const PARSED_FORMS: Readonly<Record<string, object>> = { VerifyMicrodeposits: { form: { amount_one: "0.07", amount_two: "0.23" } } };

describe("the mock", () => {
  it("answers every operation of the flows and saves the steps that the flow sends", async () => {
    const mock = await createMock(ROOT, flows.bundles, "basic");
    const client = new HttpClient(await openGateway(mock, { bundles: withoutForms(flows.bundles), schema: () => mock.schema }));
    const { state } = JSON.parse(readText("flows/personas/basic.json"));
    for (const { name, document } of Object.values(flows.core("harbor").operations)) {
      // An earlier operation may have signed out.
      mock.use(state);
      const { errors } = await client.graphql(document, { ...variablesOf(mock.schema, document), ...PARSED_FORMS[name] });
      expect([name, errors]).toEqual([name, undefined]);
    }
    mock.use(state);
    const progress = flows.core("harbor").operations.Progress?.document ?? "";
    await client.graphql(flows.core("harbor").operations.SaveStep?.document ?? "", { next: "employer" });
    expect(await client.graphql(progress)).toMatchObject({ data: { progress: { registration_last_step: "employer" } } });
    mock.use({ ...state, progress: { registration_last_step: "completed", is_primary: true } });
    expect(await client.graphql(progress)).toMatchObject({ data: { progress: { registration_last_step: "completed" } } });
  });
});
