/**
 * Tests development's reload with a copy of the project: the operation that a configurator adds answers without a restart,
 * and a broken edit keeps the schema and says where the error is.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BundleStore, openBundles } from "../../gateway/bundles.js";
import { loadedSchema, mockedSchema } from "../../gateway/served-schema.js";
import { watchSources } from "../../gateway/source-watch.js";
import { publishBrands } from "../../src/cli/publish.js";
import { readSource } from "../../src/cli/source-files.js";
import { ROOT } from "../support/sources.js";
import { tutorialSteps, withStep } from "../support/tutorial.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const SCHEMA = "gateway/schema.graphql";
const CERTIFICATE = { status: "OPEN", amount: "500.00", months: 12 };
const QUERY = "query Certificate { certificate { status amount months } }";

const root = mkdtempSync(join(tmpdir(), "passbook-reload-"));
const folder = join(root, "bundles");
let bundles: BundleStore;

const read = (file: string) => readFileSync(join(root, file), "utf8");
/** Replaces the file, as many editors save. */
function save(file: string, text: string): void {
  const draft = join(root, "draft");
  writeFileSync(draft, text);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  renameSync(draft, join(root, file));
}
const publish = async () => publishBrands(root, await readSource(root), folder, "unproven");

beforeAll(async () => {
  for (const path of ["flows", "schemas", SCHEMA]) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  // One brand is enough, and compiles in half the time.
  rmSync(join(root, "flows/brands/juniper"), { recursive: true });
  expect(await publish()).toEqual([]);
  bundles = await openBundles({
    folder,
    scanIntervalMs: null,
    acceptsUnproven: true,
    onActivated: () => {},
    onProblem: (_slug, error) => {
      throw error;
    },
  });
}, 120_000);
afterAll(() => {
  bundles.close();
  rmSync(root, { recursive: true });
});

/** A watcher; `next` resolves with what the open pages receive after the next changes. */
function watching(schemas: readonly { reload(): Promise<void> }[]) {
  const shown: string[] = [];
  const printed: string[] = [];
  let arrived = () => {};
  const receive = (text: string) => {
    shown.push(text);
    arrived();
  };
  const watcher = watchSources({
    root,
    pages: { sendEvent: (_event, data) => receive(`loads ${JSON.stringify(data)}`), showProblem: receive },
    bundles,
    schema: {
      async reload() {
        for (const schema of schemas) await schema.reload();
      },
    },
    publish,
    printError: (line) => void printed.push(line),
  });
  return {
    close: () => watcher.close(),
    printed,
    async next(change: () => void): Promise<string> {
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      change();
      await arrival;
      return shown.at(-1) ?? "";
    },
  };
}

it("answers an operation that files add, and keeps the schema when an edit is broken", { timeout: 120_000 }, async () => {
  const loaded = loadedSchema(root);
  const mocked = await mockedSchema(root, bundles);
  if (mocked.upstream === null) throw new Error("The mock has no upstream.");
  const institution = fakeUpstream({ ...SIGN_IN, "GET /certificate": { data: CERTIFICATE } });
  const [client, preview] = [
    new HttpClient(await openGateway(institution, { schema: loaded.current })),
    new HttpClient(await openGateway(mocked.upstream, { bundles, schema: mocked.current })),
  ];
  await client.signIn();
  mocked.mock?.use((JSON.parse(read("flows/personas/active.json")) as { state: Record<string, unknown> }).state);
  const watcher = watching([loaded, mocked]);
  try {
    expect((await client.graphql(QUERY)).errors?.[0]?.message).toMatch(/^Cannot query field "certificate"/);

    const before = await readSource(root);
    const after = tutorialSteps("flows/TUTORIAL-PRODUCT.md").reduce(withStep, before);
    const activated = await watcher.next(() => {
      for (const [file, text] of after.files) if (before.files.get(file) !== text) save(file, text);
    });
    expect(watcher.printed).toEqual([]);
    expect(activated).toBe(`loads ${JSON.stringify({ brand: "harbor", hash: bundles.active("harbor")?.hash })}`);
    expect(await client.graphql(QUERY)).toEqual({ data: { certificate: CERTIFICATE } });
    expect(institution.requests.at(-1)?.call).toBe("GET /certificate");
    expect((await preview.graphql(QUERY)).errors).toBeUndefined();

    const good = read(SCHEMA);
    const place = (text: string) => good.slice(0, good.indexOf(text)).split("\n").length;
    const directive = '@connect(http: { GET: "/certificate" })';
    // A call that the institution's OpenAPI document does not have.
    const unknownCall = await watcher.next(() => save(SCHEMA, good.replace(directive, '@connect(http: { GET: "/certificat" })')));
    expect(unknownCall).toContain(`${SCHEMA}:${place(directive)}:`);
    expect(unknownCall).toContain('The upstream has no path "/certificat"; did you mean "/certificate"?');
    expect(watcher.printed.join("\n")).toBe(unknownCall);
    // A text that is no GraphQL.
    const unreadable = await watcher.next(() => save(SCHEMA, good.replace("type Certificate {", "type Certificate (")));
    expect(unreadable).toContain(`${SCHEMA}:${place("type Certificate {")}:`);
    for (const each of [client, preview]) expect((await each.graphql(QUERY)).errors).toBeUndefined();

    const repaired = `${good}\nextend type Query {\n  present: Certificate @authenticated @connect(http: { GET: "/certificate" })\n}\n`;
    expect(await watcher.next(() => save(SCHEMA, repaired))).toMatch(/^loads /);
    expect(await client.graphql("{ present { status } }")).toEqual({ data: { present: { status: "OPEN" } } });
  } finally {
    watcher.close();
  }
});

it("publishes each edit of one file, and watches a folder that is created later and again", { timeout: 120_000 }, async () => {
  const watcher = watching([]);
  const file = "flows/auth.flow.json";
  const written = read(file);
  const hashes = new Set<string | undefined>();
  try {
    for (const title of ["Sign in now", "Sign in again", "Sign in at last"]) {
      await watcher.next(() => save(file, written.replaceAll('"Log in"', `"${title}"`)));
      hashes.add(bundles.active("harbor")?.hash);
    }
    expect(hashes.size).toBe(3);
    const brand = "flows/brands/cedar/brand.json";
    // The second time, another folder has the name of the removed one.
    for (const _time of [1, 2]) {
      await watcher.next(() => save(brand, "{"));
      expect(watcher.printed.at(-1)).toMatch(/^flows\/brands\/cedar\/brand\.json:1:/);
      await watcher.next(() => save(brand, "\n["));
      expect(watcher.printed.at(-1)).toMatch(/^flows\/brands\/cedar\/brand\.json:2:/);
      await watcher.next(() => rmSync(join(root, "flows/brands/cedar"), { recursive: true }));
    }
    await watcher.next(() => save(file, written));
    expect(hashes.has(bundles.active("harbor")?.hash)).toBe(false);
  } finally {
    watcher.close();
  }
});
