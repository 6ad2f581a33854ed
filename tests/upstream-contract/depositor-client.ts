/** Exports a client of an upstream's API that acts for one depositor, for the tests of what the calls do. */
import { randomUUID } from "node:crypto";
import { type CookieJar, cookieHeader, csrfHeader, withSetCookies } from "../../gateway/upstream/cookie-jar.js";
import { contractViolation, operationAt } from "../support/openapi.js";
import type { Credentials, Target } from "./contract-target.js";

export interface Answer<T> {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: T;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

interface Options {
  readonly body?: unknown;
  readonly key?: string;
  readonly brand?: string;
  readonly bearer?: string | null;
}

/** A client that keeps cookies and the bearer. Every answer that violates the OpenAPI document is an error. */
export class DepositorClient {
  #cookies: CookieJar = {};
  bearer: string | null = null;

  constructor(
    readonly target: Target,
    readonly credentials: Credentials,
  ) {}

  /** Makes a call such as `GET /accounts`. */
  async call<T = Record<string, string>>(name: string, options: Options = {}): Promise<Answer<T>> {
    const { url, fetch } = this.target;
    if (csrfHeader(this.#cookies) === null) this.#keep(await fetch(new Request(`${url}/sanctum/csrf-cookie`)));
    const [method = "", path = ""] = name.split(" ");
    const bearer = options.bearer === undefined ? this.bearer : options.bearer;
    const { body } = options;
    const headers = new Headers({ accept: "application/json", "x-brand": options.brand ?? this.target.brand });
    headers.set("cookie", cookieHeader(this.#cookies) ?? "");
    headers.set("x-xsrf-token", csrfHeader(this.#cookies) ?? "");
    if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
    if (options.key !== undefined) headers.set("idempotency-key", options.key);
    // A form sets its own type, with its boundary.
    if (body !== undefined && !(body instanceof FormData)) headers.set("content-type", "application/json");
    const sent = method === "GET" ? null : body instanceof FormData ? body : JSON.stringify(body ?? {});
    const response = await fetch(new Request(`${url}/api/v1${path}`, { method, headers, body: sent }));
    this.#keep(response);
    return { status: response.status, ...(await validAnswer<T>(response, method, path)) };
  }

  #keep(response: Response): void {
    this.#cookies = withSetCookies(this.#cookies, response.headers.getSetCookie());
  }

  /** The data of a call that must succeed. */
  async done<T = Record<string, string>>(name: string, options: Options = {}): Promise<T> {
    const answer = await this.call<T>(name, options);
    if (answer.status >= 300) throw new Error(`${name} must succeed here, but answers ${answer.status} ${answer.code}: ${answer.message}`);
    return answer.data;
  }

  /** The call's operation with its status and code: `GET /request/{id}: 404 not_found`. */
  async outcome(name: string, options: Options = {}): Promise<string> {
    const { status, code } = await this.call<unknown>(name, options);
    const [method = "", path = ""] = name.split(" ");
    return `${method} ${operationAt(method, path)?.path}: ${status} ${code}`;
  }

  /** Signs in with a one-time code. */
  async signIn(): Promise<this> {
    const { email, password } = this.credentials;
    this.bearer = (await this.done("POST /login", { body: { email, password } })).token ?? null;
    const verified = await this.done(`POST /mfa-verify/${await this.newNonce()}`, { body: { code: this.credentials.code } });
    this.bearer = verified.token ?? null;
    return this;
  }

  /** Gets a one-time code by email. */
  async newNonce(): Promise<string> {
    return (await this.done("GET /mfa-select/email")).nonce_token ?? "";
  }

  async stepUp(): Promise<void> {
    await this.done(`POST /mfa-verify/${await this.newNonce()}`, { body: { code: this.credentials.code } });
  }
}

async function validAnswer<T>(response: Response, method: string, path: string): Promise<Omit<Answer<T>, "status">> {
  const operation = operationAt(method, path.replace(/\?.*$/, ""));
  if (operation === undefined) throw new Error(`The OpenAPI document has no ${method} ${path}`);
  const name = `${method} ${operation.path} answers ${response.status}`;
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "no content-type";
  if (!/^application\/json\b/.test(type) || text === "")
    throw new Error(`${name} with ${type} and ${text.length} characters, in place of the JSON envelope`);
  const body = JSON.parse(text);
  const violation = contractViolation(operation, response.status, body);
  if (violation !== null) throw new Error(`${name} ${body.code}, and its document does not have this: ${violation}`);
  return body;
}

/** The key of a new attempt. */
export const newKey = (): string => randomUUID();
