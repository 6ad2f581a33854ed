/**
 * Exports the sign-in as a persona of the sandbox in one click, for the composition root and the development bar: a page that
 * signs in and opens the product. The routes exist only while the sandbox runs.
 */
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import { decide } from "../src/engine/decide.js";
import type { BundleCore } from "../src/language/bundle.js";
import type { Json } from "../src/language/definition.js";
import type { Bundles } from "./bundles.js";
import type { Csrf } from "./plugins/csrf.js";
import type { RequestContext } from "./request-context.js";
import { runField } from "./schema.js";
import { isJsonObject, type JsonObject } from "./upstream/json-object.js";
import type { Fetch } from "./upstream/send.js";

export interface RunningSandbox {
  readonly fetch: Fetch;
  readonly url: string;
}

export interface SignInOptions {
  readonly bundles: Bundles;
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
  readonly csrf: Csrf;
  readonly schema: () => GraphQLSchema;
  readonly sandbox: RunningSandbox;
}

const PERSONA_NAME = /^[a-z][a-z0-9-]*$/;
const PAGES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" } as const;

/**
 * The page names the persona in its fragment, which reaches no server log. A page of another site cannot send the POST: it
 * needs the CSRF token of this origin.
 */
export function registerSandboxSignIn(app: FastifyInstance, { bundles, requestContext, csrf, schema, sandbox }: SignInOptions): void {
  for (const [type, contentType] of Object.entries(PAGES)) {
    app.get(type === "html" ? "/__sandbox/sign-in" : `/__sandbox/sign-in.${type}`, async (_request, reply) =>
      reply
        .header("content-type", contentType)
        .header("cache-control", "no-store")
        .send(await readFile(new URL(`./sandbox/pages/sign-in.${type}`, import.meta.url))),
    );
  }
  app.post<{ Querystring: { persona?: string } }>("/__sandbox/sign-in", async (request, reply) => {
    csrf.check(request);
    const context = requestContext(request);
    if (!context) return reply.code(404).send({ message: "No institution has this host name." });
    const bundle = bundles.active(context.brand);
    const path = bundle && bundles.file(bundle.slug, bundle.hash, "core.json");
    const persona = request.query.persona ?? "";
    const payload = path ? await signInAs(persona, context, sandbox, schema()) : null;
    if (!path || payload === null) return reply.code(404).send({ message: `The sandbox has no persona "${persona}".` });
    csrf.renew(reply, context.session.id);
    const core = JSON.parse(await readFile(path, "utf8")) as BundleCore;
    const progress = (await runField(schema(), "Query", "progress", {}, context.graphqlContext)) as Json;
    const auth = authOf(payload, core);
    // The logo leads home.
    const home = decide(core, { ...core.initial, auth, progress }, core.logoDecision, Date.now());
    const entries = { auth: JSON.stringify({ version: core.versions.auth ?? 1, value: auth }) };
    return reply.header("cache-control", "no-store").send({ entries, path: home });
  });
}

/** The sign-in's `auth` slice: the fields that the web app stores (`src/state/persisted-state.ts`). */
function authOf({ auth }: JsonObject, { initial }: BundleCore): Json {
  const fields = Object.keys((initial.auth ?? {}) as object);
  const own = isJsonObject(auth) ? Object.entries(auth).filter(([name]) => fields.includes(name)) : [];
  return Object.fromEntries(own) as Json;
}

/** Creates a depositor in the persona's state and signs in through the ordinary mutations; null when there is no such persona. */
export async function signInAs(
  persona: string,
  requestContext: RequestContext,
  sandbox: RunningSandbox,
  schema: GraphQLSchema,
): Promise<JsonObject | null> {
  const created = PERSONA_NAME.test(persona)
    ? await callSandbox(sandbox, "POST", `/sandbox/personas/${persona}`, { brand: requestContext.brand })
    : null;
  if (!isJsonObject(created) || typeof created.email !== "string" || typeof created.password !== "string") return null;
  const { graphqlContext } = requestContext;
  const { email, password } = created;
  const loggedIn = await runField(schema, "Mutation", "login", { input: { email, password } }, graphqlContext);
  const payload = requestContext.session.signedIn?.loginSuccess ? loggedIn : await verified(email, requestContext, sandbox, schema);
  requestContext.saveSession();
  return isJsonObject(payload) ? payload : null;
}

/** The second factor, with the code of the outbox. */
async function verified(
  email: string,
  { graphqlContext }: RequestContext,
  sandbox: RunningSandbox,
  schema: GraphQLSchema,
): Promise<unknown> {
  await runField(schema, "Mutation", "selectMfa", { type: "email" }, graphqlContext);
  const messages = await callSandbox(sandbox, "GET", `/sandbox/outbox?to=${encodeURIComponent(email)}`);
  const message = Array.isArray(messages) ? messages.find((each) => isJsonObject(each) && typeof each.code === "string") : null;
  const code = isJsonObject(message) ? message.code : "";
  return runField(schema, "Mutation", "verifyMfa", { input: { code } }, graphqlContext);
}

/** The answer of a control of the sandbox; null when it refuses. */
export async function callSandbox(sandbox: RunningSandbox, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await sandbox.fetch(
    new Request(sandbox.url + path, {
      method,
      headers: { accept: "application/json", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return response.ok ? response.json() : null;
}
