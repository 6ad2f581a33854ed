/**
 * Exports the routes behind the development bar, for the composition root. A persona of `flows/personas` is a state to
 * preview a screen with; a persona of the sandbox is a depositor to sign in as.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BundleCore } from "../src/language/bundle.js";
import type { Mock } from "./mock.js";
import { callSandbox, type RunningSandbox, type SignInOptions, signInAs } from "./sandbox-sign-in.js";

export interface DevOptions extends Omit<SignInOptions, "sandbox"> {
  readonly root: string;
  readonly brandOf: (request: FastifyRequest) => string | null;
  /** The sandbox, when one runs; null with a real upstream or with `--mock`. */
  readonly sandbox: RunningSandbox | null;
  /** The mock that answers for the previewed persona's state; null without `--mock`. */
  readonly mock: Pick<Mock, "use" | "next"> | null;
}

const PERSONA_NAME = /^[a-z][a-z0-9-]*$/;

export function registerDevRoutes(app: FastifyInstance, options: DevOptions): void {
  const personas = join(options.root, "flows/personas");

  app.get("/__dev/brands", async () =>
    options.bundles.brands().map((slug) => ({ slug, name: options.bundles.active(slug)?.brand.name ?? slug, host: `${slug}.localhost` })),
  );

  app.get("/__dev/screens", async (request, reply) => {
    const slug = options.brandOf(request);
    const bundle = slug && options.bundles.active(slug);
    const file = bundle && options.bundles.file(bundle.slug, bundle.hash, "core.json");
    if (!file) return reply.code(404).send([]);
    const core = JSON.parse(await readFile(file, "utf8")) as BundleCore;
    return Object.values(core.screens).map(({ id, paths, title, journey }) => ({
      id,
      path: paths[0] ?? "/",
      title: typeof title === "string" ? title : id,
      journey,
    }));
  });

  app.get("/__dev/personas", async () => {
    const names = (await readdir(personas))
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => name.replace(/\.json$/, ""));
    const previews = await Promise.all(
      names.map(async (name) => ({ name, description: (await readPersona(personas, name))?.description ?? "" })),
    );
    return { previews, depositors: await depositors(options.sandbox) };
  });

  app.get<{ Querystring: { persona?: string } }>("/__dev/state", async (request, reply) => {
    const name = request.query.persona ?? "";
    const persona = PERSONA_NAME.test(name) ? await readPersona(personas, name) : null;
    if (!persona) return reply.code(404).send({ message: `there is no persona ${name}` });
    options.mock?.use(persona.state);
    return reply.header("cache-control", "no-store").send(persona.state);
  });

  app.get("/__dev/scenario-data", async (_request, reply) => {
    const {
      answers,
      brandAnswers = {},
      fills = {},
    } = JSON.parse(await readFile(join(options.root, "flows/scenarios/answers.json"), "utf8"));
    return reply.header("cache-control", "no-store").send({ answers, brandAnswers, fills });
  });

  app.post<{ Querystring: { operation?: string; outcome?: string } }>("/__dev/outcome", async (request, reply) => {
    options.csrf.check(request);
    const { operation = "", outcome = "" } = request.query;
    if (!options.mock) return reply.code(404).send({ message: "outcomes are chosen with --mock" });
    return options.mock.next(operation, outcome)
      ? { ok: true }
      : reply.code(404).send({ message: `flows/outcomes.json has no ${outcome} of ${operation}` });
  });

  app.post<{ Querystring: { persona?: string } }>("/__dev/sign-in", async (request, reply) => {
    options.csrf.check(request);
    const requestContext = options.requestContext(request);
    if (!requestContext || !options.sandbox) return reply.code(404).send({ message: "there is no sandbox here" });
    const persona = request.query.persona ?? "";
    const payload = await signInAs(persona, requestContext, options.sandbox, options.schema());
    return payload ?? reply.code(404).send({ message: `the sandbox has no persona ${persona}` });
  });
}

/** Reads a persona file: a state with a description. Null when no persona has that name. */
async function readPersona(folder: string, name: string): Promise<{ description?: string; state: Record<string, unknown> } | null> {
  const text = await readFile(join(folder, `${name}.json`), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as { description?: string; state: Record<string, unknown> });
}

async function depositors(sandbox: DevOptions["sandbox"]): Promise<unknown> {
  return sandbox ? callSandbox(sandbox, "GET", "/sandbox/personas") : [];
}
