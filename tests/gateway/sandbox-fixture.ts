/**
 * Exports the fixture of tests with the sandbox: a gateway with the published flows, and depositors who send operations
 * by name.
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { createSandbox, type Sandbox } from "../../gateway/sandbox/index.js";
import { createGateway } from "../../gateway/server.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { validatingFetch } from "../support/openapi.js";
import { createDatabase } from "../support/test-database.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";
import { ENV, HttpClient } from "./test-gateway.js";

const BANK = "http://bank.localhost:3999";

export interface Email {
  readonly subject: string;
  readonly code: string | null;
  readonly link: string | null;
}

/** A file of a message: the name of its part, and its bytes. */
export type FilePart = readonly [reference: string, bytes: Uint8Array];

export class SandboxFixture {
  private constructor(
    readonly flows: PublishedFlows,
    readonly bank: Sandbox,
    readonly app: FastifyInstance,
  ) {}

  /**
   * `clock`: the system's clock for the bank, in milliseconds. `log` receives every log line of the gateway, `sent` every
   * request that it sends to the bank.
   */
  static async open({
    clock,
    log,
    sent,
    production = false,
  }: {
    readonly clock?: () => number;
    readonly log?: (line: string) => void;
    readonly sent?: (request: Request) => void;
    readonly production?: boolean;
  } = {}): Promise<SandboxFixture> {
    const flows = await openPublishedFlows();
    const database = await createDatabase();
    const opened = await createSandbox({
      database: database.address,
      brands: flows.bundles.brands().map((slug) => flows.core(slug).brand),
      publicOrigin: (slug) => `http://${slug}.localhost:3998`,
      sandboxOrigin: BANK,
      ...(clock === undefined ? {} : { clock }),
    });
    const bank: Sandbox = { fetch: validatingFetch(opened.fetch), close: () => opened.close().then(database.drop) };
    const send = sendByFetch((request) => {
      sent?.(request);
      return bank.fetch(request);
    });
    const options = { env: { ...ENV, upstreamUrl: null, production }, bundles: flows.bundles, send, sandboxUrl: BANK };
    const app = await createGateway({
      ...options,
      webApp: null,
      development: false,
      wait: async () => {},
      ...(log ? { log: { level: "trace", stream: { write: log } } } : {}),
    });
    return new SandboxFixture(flows, bank, app);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.bank.close();
    this.flows.close();
  }

  /** Calls a control of the sandbox. */
  async control<T>(path: string, body?: object): Promise<T> {
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await this.bank.fetch(new Request(`${BANK}/sandbox${path}`, body === undefined ? {} : post));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Makes the next call to an endpoint fail. */
  fault(fault: { path: string; method?: string; status?: number; drop?: boolean; lost?: boolean; times?: number }): Promise<unknown> {
    return this.control("/faults", fault);
  }

  emails(to: string): Promise<readonly Email[]> {
    return this.control(`/outbox?to=${encodeURIComponent(to)}`);
  }

  persona(name: string, brand = "harbor"): Promise<{ email: string; password: string }> {
    return this.control(`/personas/${name}`, { brand });
  }

  async signedInAs(name: string, brand = "harbor"): Promise<Depositor & { email: string; password: string }> {
    const person = await this.persona(name, brand);
    return Object.assign(await this.signedIn(person, brand), person);
  }

  /** Signs an existing depositor in with another browser. */
  async signedIn({ email, password }: { email: string; password: string }, brand = "harbor"): Promise<Depositor> {
    const depositor = new Depositor(this, brand);
    await depositor.call("Login", { form: { email, password } });
    await depositor.call("SelectMfa", { type: "email" });
    await depositor.call("VerifyMfa", { form: { code: "000000" } });
    return depositor;
  }
}

/** A depositor's browser. */
export class Depositor extends HttpClient {
  constructor(
    readonly fixture: SandboxFixture,
    readonly slug = "harbor",
  ) {
    super(fixture.app, `${slug}.localhost`);
  }

  /** The document of an operation, and its variables with a new idempotency key where it takes one and none is given. */
  operation(name: string, variables: object): { readonly query: string; readonly variables: object } {
    const operation = this.fixture.flows.core(this.slug).operations[name];
    if (!operation) throw new Error(`the flows have no operation ${name}`);
    const { document, idempotencyKey } = operation;
    return { query: document, variables: idempotencyKey === undefined ? variables : { [idempotencyKey]: randomUUID(), ...variables } };
  }

  /** Returns the operation's payload; throws an error with the failure's `extensions`. */
  async call<T = Record<string, unknown>>(name: string, variables: object = {}): Promise<T> {
    const request = this.operation(name, variables);
    const { data, errors } = await this.graphql(request.query, request.variables);
    if (errors) throw Object.assign(new Error(`${name}: ${JSON.stringify(errors)}`), { extensions: errors[0]?.extensions });
    // As `result` in flows: the value of the operation's only field, or the whole answer where it has several.
    const [only, ...more] = Object.values(data ?? {});
    return (more.length > 0 ? data : only) as T;
  }

  failure(name: string, variables: object = {}): Promise<Record<string, unknown>> {
    return this.call(name, variables).then(
      () => {
        throw new Error(`${name} was not refused`);
      },
      (error: { extensions?: Record<string, unknown> }) => error.extensions ?? {},
    );
  }

  /** Sends an operation with files, as the browser does. */
  async callWithFiles(name: string, variables: object, files: readonly FilePart[], headers: Record<string, string> = {}) {
    if (!this.cookies.has("XSRF-TOKEN")) await this.request({ method: "GET", url: "/csrf" });
    const form = new FormData();
    form.append("operations", JSON.stringify(this.operation(name, variables)));
    for (const [reference, bytes] of files) form.append(reference, new Blob([new Uint8Array(bytes)]), "whatever.bin");
    const { body, headers: own } = new Request("http://form.test", { method: "POST", body: form });
    const payload = Buffer.from(await new Response(body).arrayBuffer());
    const response = await this.request({
      method: "POST",
      url: "/graphql",
      payload,
      headers: {
        "content-type": own.get("content-type") ?? "",
        "x-xsrf-token": decodeURIComponent(this.cookies.get("XSRF-TOKEN") ?? ""),
        ...headers,
      },
    });
    const answer = response.json<{ data?: Record<string, unknown>; errors?: { extensions: Record<string, unknown> }[] }>();
    return { status: response.statusCode, data: Object.values(answer.data ?? {})[0], refusal: answer.errors?.[0]?.extensions ?? null };
  }
}
