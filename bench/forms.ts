/** Exports the pages of the form benchmark, and the benchmark for `main.ts`: what typing, submitting and rendering a form costs in Chromium, over bare rjsf 6 and beside react-hook-form in the same run. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { build, type InlineConfig, loadConfigFromFile, mergeConfig } from "vite";
import { launchChromium } from "../src/cli/browser/chromium.js";
import { readSource } from "../src/cli/source-files.js";
import { compileValidators } from "../src/cli/validators.js";
import { compile } from "../src/compiler/compile.js";
import type { Bundle, BundleJourney } from "../src/language/bundle.js";
import { fieldNames, labelOf, SCHEMA_ID, schemaOf } from "./forms/fields.js";
import { type Result, resultOf } from "./measure.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SIDES = ["passbook", "rjsf", "react-hook-form"] as const;
type Side = (typeof SIDES)[number];
const ROUNDS = 5;
const COUNTS = [8, 120] as const;
/** Longer than every pause after which a form works on what was typed. */
const SETTLED_MS = 700;
const BETWEEN_PAUSED_KEYS_MS = 450;
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The journey of the login screen, with a link to the form in place of its body, and the form in place of the registration's. */
function journeyOf(bundle: Bundle, count: number): BundleJourney {
  const auth = bundle.journeys.auth;
  const { login, registration } = auth?.screens ?? {};
  if (auth === undefined || login === undefined || registration === undefined) throw new Error("The bundle has no login and registration.");
  const names = fieldNames(count);
  const link = { label: "Open the form", go: "/registration" };
  const fields = { order: names, items: Object.fromEntries(names.map((name) => [name, { label: labelOf(name), errors: {} }])) };
  const uiSchema = Object.fromEntries(names.map((name) => [name, { "ui:title": labelOf(name), "ui:options": { width: "full" } }]));
  const form = {
    key: "form",
    block: "form",
    submit: "send",
    submitLabel: "Send",
    schemaId: SCHEMA_ID,
    schema: schemaOf(count),
    uiSchema,
    fields,
  };
  const controls = { key: "open", block: "controls", controls: { order: ["open"], items: { open: link } } };
  const only = (screen: typeof login, block: object) => ({ ...screen, data: {}, onEnter: [], timers: {}, body: [block] }) as typeof login;
  return { ...auth, screens: { ...auth.screens, login: only(login, controls), registration: only(registration, form) } };
}

/** Builds the page of each side; returns the folder. */
export async function buildFormPages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "passbook-bench-"));
  const own = (await loadConfigFromFile({ command: "build", mode: "production" }, join(ROOT, "vite.config.ts")))?.config ?? {};
  for (const side of SIDES) {
    const config: InlineConfig = {
      root: ROOT,
      base: `/${side}/`,
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        outDir: join(folder, side),
        rolldownOptions: {
          input: join(ROOT, `bench/forms/${side}.tsx`),
          output: {
            entryFileNames: "page.js",
            assetFileNames: ({ names }) => (names.some((name) => name.endsWith(".css")) ? "page.css" : "assets/[name][extname]"),
          },
        },
      },
    };
    // The peers are built bare, without the replacements of the app.
    await build(side === "passbook" ? mergeConfig(own, config) : config);
  }
  return folder;
}

export async function serveFormPages(folder: string, bundle: Bundle): Promise<Server> {
  const validators = new Map<number, string>();
  for (const count of COUNTS) {
    const forms = { ...bundle.forms, [SCHEMA_ID]: { schema: schemaOf(count) } } as unknown as Bundle["forms"];
    validators.set(count, await compileValidators({ ...bundle, forms, journeys: { auth: journeyOf(bundle, count) } }, "auth"));
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const count = Number(searchParams.get("fields"));
    const send = (type: string, text: string | Buffer) =>
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(gzipSync(text));
    if (pathname === "/core.json") send("application/json", JSON.stringify(bundle.core));
    else if (pathname === "/journey.json") send("application/json", JSON.stringify(journeyOf(bundle, count)));
    else if (pathname === "/validators.js") send("text/javascript", validators.get(count) ?? "");
    else if (/^\/(passbook|rjsf|react-hook-form)$/.test(pathname))
      send(
        "text/html",
        `<!doctype html><html lang="en"><title>Bench</title><link rel="icon" href="data:,">${
          pathname === "/passbook" ? '<link rel="stylesheet" href="/passbook/page.css">' : ""
        }<div id="root"></div><script type="module" src="${pathname}/page.js"></script>`,
      );
    else
      readFile(join(folder, pathname)).then(
        (file) => send(TYPES[extname(pathname)] ?? "application/octet-stream", file),
        () => response.writeHead(404).end(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Milliseconds of CPU of the page's main thread by kind of work. */
interface Work {
  readonly script: number;
  readonly layout: number;
  readonly all: number;
}

async function worked(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  const [script, layout, style] = [of("ScriptDuration"), of("LayoutDuration"), of("RecalcStyleDuration")];
  return { script, layout: layout + style, all: of("TaskDuration") };
}

/** The work that `act` causes, until the page is idle again. */
async function workOf(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Work> {
  await page.waitForTimeout(SETTLED_MS);
  const before = await worked(session);
  await act();
  await page.waitForTimeout(SETTLED_MS);
  const after = await worked(session);
  return { script: after.script - before.script, layout: after.layout - before.layout, all: after.all - before.all };
}

const LETTERS = "the quick brown fox jumps over the dog";

/** In the page: opens the form, and resolves when its fields have been painted. */
const OPEN = `new Promise((resolve) => {
  [...document.querySelectorAll("a, button")].find(({ textContent }) => textContent === "Open the form").click();
  const check = () => (document.querySelector("[id$=field_1]") === null ? requestAnimationFrame(check) : requestAnimationFrame(() => setTimeout(resolve)));
  check();
})`;

/** One measured visit of a side's page: milliseconds by what is measured. */
async function visit(page: Page, address: string): Promise<Readonly<Record<string, number>>> {
  const session = await page.context().newCDPSession(page);
  // The CPU time of the main thread: what else the machine does is not in it.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(address);
  const open = page.getByText("Open the form");
  await open.waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const measured: Record<string, number> = {};
  const before = await worked(session);
  await page.evaluate(OPEN);
  measured["first render to paint, CPU"] = (await worked(session)).all - before.all;
  await page.waitForTimeout(SETTLED_MS);
  const whole = await worked(session);
  measured["first render with all that follows, script and layout"] = whole.script + whole.layout - before.script - before.layout;
  const type = async (field: number, keys: number, pause: number) => {
    await page.getByLabel(new RegExp(`^Label of field ${field}\\b`)).focus();
    const work = await workOf(page, session, async () => {
      for (const letter of LETTERS.slice(0, keys)) {
        await page.keyboard.press(letter === " " ? "Space" : letter);
        if (pause > 0) await page.waitForTimeout(pause);
      }
    });
    return { script: work.script / keys, layout: work.layout / keys };
  };
  const quick = await type(1, 30, 15);
  const paused = await type(3, 10, BETWEEN_PAUSED_KEYS_MS);
  const submit = await workOf(page, session, () =>
    page.evaluate(() => document.querySelector<HTMLElement>("button[type=submit]")?.click()),
  );
  const wrong = await type(5, 10, BETWEEN_PAUSED_KEYS_MS);
  await session.detach();
  return {
    ...measured,
    "script per key, quick typing": quick.script,
    "script per key, a pause after each": paused.script,
    "submit to errors painted, script and layout": submit.script + submit.layout,
    "script per key, errors shown": wrong.script,
    "layout per key, quick typing": quick.layout,
    "layout per key, a pause after each": paused.layout,
    "layout per key, errors shown": wrong.layout,
  };
}

/** The ratios to bare rjsf 6 that the product aims at, by the number of fields. */
const GOALS: Readonly<Record<(typeof COUNTS)[number], Readonly<Record<string, number>>>> = {
  8: {
    "script per key, quick typing": 0.3,
    "script per key, a pause after each": 0.3,
    "submit to errors painted, script and layout": 0.3,
    "script per key, errors shown": 0.35,
    "layout per key, quick typing": 1,
    "layout per key, a pause after each": 1,
    "layout per key, errors shown": 1,
  },
  120: {
    "first render to paint, CPU": 0.6,
    "script per key, quick typing": 0.2,
    "script per key, a pause after each": 0.3,
    "submit to errors painted, script and layout": 0.4,
    "script per key, errors shown": 0.35,
    "layout per key, quick typing": 1,
    "layout per key, a pause after each": 1,
    "layout per key, errors shown": 1,
  },
};

export async function forms(): Promise<Result[]> {
  const { bundle } = compile(await readSource(ROOT), "harbor");
  if (bundle === null) throw new Error("The flows do not compile.");
  const folder = await buildFormPages();
  const server = await serveFormPages(folder, bundle);
  const { port } = server.address() as AddressInfo;
  const browser = await launchChromium();
  const results: Result[] = [];
  try {
    for (const count of COUNTS) {
      const rounds: Readonly<Record<Side, Readonly<Record<string, number>>>>[] = [];
      for (let round = 0; round < ROUNDS + 1; round += 1) {
        const measured: Partial<Record<Side, Readonly<Record<string, number>>>> = {};
        for (const side of round % 2 === 0 ? SIDES : [...SIDES].reverse()) {
          const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
          const page = await context.newPage();
          page.on("pageerror", (error) => process.stderr.write(`${side}: ${error.message}\n`));
          measured[side] = await visit(page, `http://127.0.0.1:${port}/${side}?fields=${count}`);
          await context.close();
        }
        // The first round warms the browser.
        if (round > 0) rounds.push(measured as Record<Side, Readonly<Record<string, number>>>);
      }
      for (const what of Object.keys(rounds[0]?.passbook ?? {})) {
        const of = (side: Side) => rounds.map((round) => ({ own: round[side][what] ?? Number.NaN, other: round.rjsf[what] ?? Number.NaN }));
        const named = {
          what: `forms, ${count} fields: ${what}`,
          unit: what.includes("per key") ? "key" : "form",
          ours: "Passbook",
          peer: "bare rjsf 6",
        };
        const goal = GOALS[count][what];
        results.push({
          ...resultOf(named, of("passbook")),
          also: { name: "react-hook-form", ratio: resultOf(named, of("react-hook-form")).ratio },
          ...(goal === undefined ? {} : { goal }),
        });
      }
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}
