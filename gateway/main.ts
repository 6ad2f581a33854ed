/** Runs the product, as its composition root: starts and stops the sandbox bank, the gateway and the web app. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readSource } from "../src/cli/source-files.js";
import type { BrandFile } from "../src/language/keywords.js";
import type { FlowSource } from "../src/language/source.js";
import { type BundleStore, openBundles } from "./bundles.js";
import { registerDevRoutes } from "./dev-routes.js";
import type { DevServer } from "./dev-server.js";
import { type Env, EnvironmentError, readEnv, refuseSimulation, requireBrand, requireProduction, sharedFolder } from "./env.js";
import { institutionConnections } from "./institution-connections.js";
import { asksForHelp, HELP, type Mode, modeOf, UsageError } from "./mode.js";
import type { WebApp } from "./page.js";
import { publishBundles } from "./publish-bundles.js";
import { type RunningSandbox, registerSandboxSignIn } from "./sandbox-sign-in.js";
import { listenEverywhere, PortUnavailable, serveFetch } from "./serve-fetch.js";
import { loadedSchema, mockedSchema } from "./served-schema.js";
import { createGateway } from "./server.js";
import type { SharedState } from "./shared-state.js";
import { createShutdown, DRAIN_TIMEOUT_MS, type Shutdown } from "./shutdown.js";
import type { Telemetry } from "./telemetry.js";
import { sendByFetch } from "./upstream/send.js";
import { builtWebApp, NotBuilt } from "./web-build.js";

/*
 * The compiler, bundler, dev server, sandbox and mock are imported on use: `--serve` needs none of them, and a start
 * with nothing to build should not load a bundler.
 */
const NO_SOURCE: FlowSource = { files: new Map() };
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Output for people; the log is for machines. */
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);
const reasonOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function start(mode: Mode, env: Env, shutdown: Shutdown): Promise<void> {
  refuseSimulation(env, mode);
  if (mode === "publish") {
    for (const { slug, hash } of await publishBundles(join(ROOT, ".bundles"), sharedFolder(env)))
      printLine(`${slug}: bundle ${hash.slice(0, 12)}`);
    return;
  }
  if (mode === "sandbox") {
    const { url } = await sandbox(env, await readSource(ROOT), shutdown);
    printLine(`${"Sandbox bank".padEnd(24)} ${url}/sandbox`);
    return;
  }
  const development = mode === "dev" || mode === "mock";
  // The development server shows an edit at once; `flows check` proves it.
  const unproven = development;
  // A production gateway has published bundles, and no sources.
  const source = mode === "serve" ? NO_SOURCE : await readSource(ROOT);
  const bundlesFolder = env.bundlesDir ?? join(ROOT, ".bundles");
  const shouldPublish = mode !== "serve" && env.bundlesDir === null;
  // In development, a brand whose flows do not compile still exists: its `brand.json` names it.
  if (shouldPublish) requireBrand(env, slugsOf(brandFiles(source)));
  const server = development ? createServer({ requireHostHeader: false }) : null;

  // In parallel: each of them waits mostly for the disk, the database or the bundler's own threads.
  const [bundles, web, sandboxBank] = await Promise.all([
    servedBundles(source, bundlesFolder, { shouldPublish, unproven, strict: !development, watch: !shouldPublish }, shutdown),
    mode === "serve" ? null : webApp(mode, server, source, shutdown),
    mode === "serve" || mode === "mock" || env.upstreamUrl ? null : sandbox(env, source, shutdown),
  ]);
  // Report a missing setting before a missing build.
  if (mode === "serve") requireProduction(env, withoutUpstream(bundles));
  if (bundles.brands().length === 0) throw new NoBundles(bundlesFolder, env.bundlesDir !== null);
  if (!shouldPublish) requireBrand(env, bundles.brands());
  const { app: page, dev } = web ?? (await webApp(mode, server, source, shutdown));

  const schema = mode === "mock" ? await mockedSchema(ROOT, bundles) : loadedSchema(ROOT);
  const simulated = sandboxBank ?? schema.upstream;
  const institution = institutionConnections();
  shutdown.onEnd("connections to the upstream", () => institution.close());
  const shared = env.redisUrl === null ? null : await sharedState(env.redisUrl, shutdown);
  const telemetry = env.telemetryEndpoint === null ? null : await exportedTelemetry(env.telemetryEndpoint, env, shutdown);
  const app = await createGateway({
    ...(shared === null ? {} : { shared }),
    ...(telemetry === null ? {} : { telemetry }),
    env: {
      ...env,
      production: env.production || mode === "serve",
      providerOrigins: sandboxBank ? [...env.providerOrigins, sandboxBank.url] : env.providerOrigins,
    },
    bundles,
    send: simulated ? sendByFetch(simulated.fetch) : institution.send,
    ...(simulated ? { sandboxUrl: simulated.url } : {}),
    schema: schema.current,
    webApp: page,
    development,
    ...(server ? { server } : {}),
    moreRoutes(routes, internals) {
      if (sandboxBank) registerSandboxSignIn(routes, { bundles, sandbox: sandboxBank, ...internals });
      if (development) registerDevRoutes(routes, { root: ROOT, bundles, sandbox: sandboxBank, mock: schema.mock, ...internals });
    },
    log: { level: mode === "serve" ? "info" : "warn" },
  });
  dev?.attach(app);
  // The gateway closes first: no new requests arrive while the last ones still need the sandbox.
  shutdown.onEnd("the gateway", () => app.close(), DRAIN_TIMEOUT_MS);
  await listenEverywhere(app, env.port);
  if (dev) {
    const { watchSources } = await import("./source-watch.js");
    const watcher = watchSources({
      root: ROOT,
      pages: dev,
      bundles,
      schema,
      publish: async () => publish(await readSource(ROOT), bundlesFolder, "unproven"),
      printError,
    });
    shutdown.onEnd("the source watcher", () => watcher.close());
  }
  announce(env, bundles, sandboxBank);
}

/** Opens the bundle store, after publishing from the sources unless `BUNDLES_DIR` names a folder. */
async function servedBundles(
  source: FlowSource,
  folder: string,
  options: { shouldPublish: boolean; unproven: boolean; strict: boolean; watch: boolean },
  shutdown: Shutdown,
): Promise<BundleStore> {
  if (options.shouldPublish) {
    const problems = await publish(source, folder, options.unproven ? "unproven" : "proven");
    for (const problem of problems) printError(problem);
    if (problems.length > 0 && options.strict) throw new InvalidFlows();
  }
  const store = await openBundles({
    folder,
    scanIntervalMs: options.watch ? 1_000 : null,
    acceptsUnproven: options.unproven,
    onActivated: ({ slug, hash }) => {
      if (options.watch) printLine(`${slug}: bundle ${hash.slice(0, 12)}`);
    },
    onProblem: (slug, error) => printError(`${slug}: the bundle cannot be used: ${reasonOf(error)}`),
  });
  shutdown.onEnd("the bundles", () => store.close());
  return store;
}

/** Compiles every brand and publishes those without errors; returns the errors as lines of text. */
async function publish(source: FlowSource, folder: string, publishing: "proven" | "unproven"): Promise<readonly string[]> {
  const [{ notChecked }, { publishBrands }] = await Promise.all([import("../src/cli/checked-brand.js"), import("../src/cli/publish.js")]);
  if (publishing === "proven" && (await notChecked(source, slugsOf(brandFiles(source)))).length > 0) {
    printLine("proving the flows ...");
    await checkInProcess();
  }
  return publishBrands(ROOT, source, folder, publishing);
}

/** Proves all brands in a separate process, so that the web app builds meanwhile. `publishBrands` reads the stored findings. */
function checkInProcess(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, "src/cli/flows.mjs"), "check", "--all"], { stdio: "ignore" });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", () => done());
  });
}

async function webApp(
  mode: Mode,
  server: Server | null,
  source: FlowSource,
  shutdown: Shutdown,
): Promise<{ app: WebApp; dev: DevServer | null }> {
  if (!server)
    return { app: await builtWebApp(ROOT, { build: mode === "start", onBuild: () => printLine("building the web app ...") }), dev: null };
  const { createDevServer } = await import("./dev-server.js");
  const dev = await createDevServer(
    ROOT,
    server,
    brandFiles(source).flatMap((brand) => brand.hosts),
  );
  shutdown.onEnd("the dev server", () => dev.close());
  return { app: dev.webApp, dev };
}

async function sandbox(env: Env, source: FlowSource, shutdown: Shutdown): Promise<RunningSandbox> {
  const files = brandFiles(source);
  const standard = defaultSlug(files, env);
  const url = env.sandboxOrigin;
  const { createSandbox } = await import("./sandbox/index.js");
  const sandboxBank = await createSandbox({
    database: env.databaseUrl ?? resolve(ROOT, env.dataDir),
    // The sandbox and the app use the same default brand.
    brands: files.map((file) => ({ ...file, default: file.slug === standard, ...logoOf(file) })),
    publicOrigin: (slug) => originOf(slug, standard, env.port),
    sandboxOrigin: url,
  });
  shutdown.onEnd("the sandbox bank", () => sandboxBank.close());
  const listening = await serveFetch(
    sandboxBank.fetch,
    { port: env.sandboxPort, host: env.sandboxHost, variable: "SANDBOX_PORT" },
    (error) => printError(`sandbox: ${reasonOf(error)}`),
  );
  shutdown.onEnd("the sandbox's port", () => listening.close());
  return { fetch: sandboxBank.fetch, url };
}

/** A line of JSON, as those of the gateway's log. */
function printEvent(level: "info" | "warn", event: object): void {
  printLine(JSON.stringify({ level: level === "info" ? 30 : 40, time: Date.now(), ...event }));
}

/** Traces and metrics that go to an OpenTelemetry collector. */
async function exportedTelemetry(endpoint: string, env: Env, shutdown: Shutdown): Promise<Telemetry> {
  const { openTelemetry, otlpExporters } = await import("./opentelemetry.js");
  const telemetry = openTelemetry({
    ...otlpExporters(endpoint),
    serviceName: env.telemetryService,
    sampleRatio: env.telemetrySampleRatio,
    onProblem: (reason) => printEvent("warn", { event: "telemetry", reason }),
  });
  shutdown.onEnd("the telemetry", () => telemetry.close());
  return telemetry;
}

/** The state in Valkey or Redis. */
async function sharedState(url: string, shutdown: Shutdown): Promise<SharedState> {
  const { redisState } = await import("./redis-state.js");
  const shared = redisState(url, (reachable, reason) =>
    printEvent(reachable ? "info" : "warn", { event: "shared-state", reachable, reason }),
  );
  shutdown.onEnd("the connection to Redis", () => shared.close());
  return shared;
}

function announce(env: Env, bundles: BundleStore, sandboxBank: RunningSandbox | null): void {
  const files = bundles.brands().flatMap((slug) => bundles.active(slug)?.brand ?? []);
  const defaultBrand = defaultSlug(files, env);
  for (const { slug, name } of files) printLine(`${name.padEnd(24)} ${originOf(slug, defaultBrand, env.port)}`);
  if (sandboxBank) printLine(`${"Sandbox bank".padEnd(24)} ${sandboxBank.url}/sandbox`);
}

/** Brands without their own upstream. */
function withoutUpstream(bundles: BundleStore): readonly string[] {
  return bundles.brands().filter((slug) => !bundles.active(slug)?.brand.upstream);
}

/** The brands' files, without those that are no JSON: publishing reports them, with their places. */
function brandFiles(source: FlowSource): BrandFile[] {
  const files = [...source.files].filter(([path]) => /^flows\/brands\/[^/]+\/brand\.json$/.test(path));
  return files.flatMap(([, text]) => {
    try {
      return [JSON.parse(text) as BrandFile];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
}

/** The brand's logo for the bank's documents, which have its name where it has no logo. */
function logoOf({ slug, logos }: BrandFile): { readonly logo_svg?: string } {
  const file = logos["hor-color"];
  return file === undefined ? {} : { logo_svg: readFileSync(resolve(ROOT, "flows/brands", slug, file), "utf8") };
}

const slugsOf = (files: readonly BrandFile[]): readonly string[] => files.map(({ slug }) => slug);

function defaultSlug(files: readonly BrandFile[], env: Env): string | undefined {
  return env.brand ?? files.find((brand) => brand.default)?.slug ?? files[0]?.slug;
}

function originOf(slug: string, standard: string | undefined, port: number): string {
  return slug === standard ? `http://localhost:${port}` : `http://${slug}.localhost:${port}`;
}

/** The flows have errors, which are already printed. */
class InvalidFlows extends Error {
  override readonly name = "FlowsWrong";
}

/** No brand has a usable bundle. */
class NoBundles extends Error {
  override readonly name = "NothingToServe";
  constructor(folder: string, isGiven: boolean) {
    super(`there is no flow bundle to serve in ${folder}${isGiven ? ": BUNDLES_DIR must be a folder of published bundles" : ""}`);
  }
}

/** Errors whose message says what to do; they are printed without a stack. */
function isExpectedError(error: unknown): error is Error {
  return [EnvironmentError, UsageError, PortUnavailable, NoBundles, NotBuilt].some((Known) => error instanceof Known);
}

const shutdown = createShutdown((name, error) => printError(`${name} did not close cleanly: ${reasonOf(error)}`));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    // The second signal ends the process at once.
    process.once(signal, () => process.exit(1));
    void shutdown.end().then(() => process.exit(0));
  });
}

try {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) printLine(HELP);
  else await start(modeOf(args), readEnv(process.env), shutdown);
} catch (error) {
  if (isExpectedError(error)) printError(error.message);
  else if (!(error instanceof InvalidFlows)) printError(reasonOf(error));
  await shutdown.end();
  process.exit(error instanceof UsageError ? 2 : 1);
}
