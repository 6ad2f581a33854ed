/** Exports a bank, its clock and an HTTP client, for the sandbox's tests. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type OpenBank, openBank } from "../../gateway/sandbox/bank.js";
import { type BrandFacts, createSandbox, type Sandbox, type SandboxOptions } from "../../gateway/sandbox/index.js";
import { validatingFetch } from "../support/openapi.js";
import { createDatabase } from "../support/test-database.js";

const look = { color_primary: "#123456", color_secondary: "#654321", logos: { "hor-color": "logo.svg" } };
export const harbor: BrandFacts = {
  slug: "harbor",
  name: "Harbor Savings Bank",
  short_name: "Harbor",
  default: true,
  link_restriction: "UNRESTRICTED",
  emails: { support: "help@harbor.example" },
  show_fdic: true,
  ...look,
};
export const juniper: BrandFacts = {
  slug: "juniper",
  name: "Juniper Bank",
  short_name: "Juniper",
  link_restriction: "BOTH_SAME_FI_ONLY",
  emails: { support: "help@juniper.example" },
  show_fdic: false,
  ...look,
};

/** The system's clock of a test: it stops unless the test moves it. Saturday 21 November 2026, noon in New York. */
export class TestClock {
  now = Date.parse("2026-11-21T17:00:00Z");
  advance(milliseconds: number): void {
    this.now += milliseconds;
  }
}

export const ORIGIN = "http://bank.test";

export async function openTestBank(clock: TestClock, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const { address, drop } = options.database === undefined ? await createDatabase() : { address: options.database, drop: async () => {} };
  const bank = await createSandbox({
    database: address,
    brands: [harbor, juniper],
    clock: () => clock.now,
    sandboxOrigin: ORIGIN,
    publicOrigin: (slug) => `http://${slug}.localhost:3000`,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  return { fetch: validatingFetch(bank.fetch), close: () => bank.close().then(drop) };
}

/** Opens a bank without its HTTP routes, for tests of the sandbox's modules. `close` also drops its database. */
export async function openModules(clock: TestClock, options: Partial<SandboxOptions> = {}): Promise<OpenBank & Pick<Sandbox, "close">> {
  const { address, drop } = await createDatabase();
  const open = await openBank({
    database: address,
    brands: [harbor],
    clock: () => clock.now,
    sandboxOrigin: ORIGIN,
    publicOrigin: () => "http://app.test",
    ...options,
  });
  return { ...open, close: () => open.bank.db.destroy().then(drop) };
}

/**
 * A bank for all tests of a file or a `describe`: opened before the first test, closed after the last. Each test starts
 * with an empty bank, unless `keepState` is set because the tests only use what they create.
 */
export function useTestBank({ clock = new TestClock(), keepState = false }: { clock?: TestClock; keepState?: boolean } = {}): Sandbox {
  let opened: Sandbox | null = null;
  const bank: Sandbox = {
    async fetch(request) {
      if (opened === null) throw new Error("The bank is open while tests run.");
      return opened.fetch(request);
    },
    close: async () => opened?.close(),
  };
  beforeAll(async () => {
    opened = await openTestBank(clock);
  }, 60_000);
  afterAll(bank.close);
  if (!keepState) beforeEach(() => new BankClient(bank).control("/reset", {}));
  return bank;
}

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly data: T;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface ProviderSite {
  readonly requestId: string;
  readonly providerAccountId: number;
  readonly status: string;
  readonly additionalStatus: string;
}

interface CallOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP client of the bank's API: it keeps cookies and sends the CSRF header and the bearer. */
export class BankClient {
  readonly cookies = new Map<string, string>();
  token: string | null = null;

  constructor(
    readonly bank: Sandbox,
    readonly brand: string | null = null,
  ) {}

  async raw(path: string, options: CallOptions = {}): Promise<Response> {
    const xsrf = this.cookies.get("XSRF-TOKEN");
    // A form sets its own Content-Type, with its boundary.
    const form = options.body instanceof FormData ? options.body : null;
    const response = await this.bank.fetch(
      new Request(`${ORIGIN}${path}`, {
        method: options.method ?? (options.body === undefined ? "GET" : "POST"),
        headers: {
          ...(this.brand === null ? {} : { "x-brand": this.brand }),
          ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
          ...(xsrf === undefined ? {} : { "x-xsrf-token": decodeURIComponent(xsrf) }),
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(form ? {} : { "content-type": "application/json" }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: form ?? JSON.stringify(options.body) }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }

  async call<T = Record<string, unknown>>(path: string, options: CallOptions = {}): Promise<Reply<T>> {
    const response = await this.raw(`/api/v1${path}`, options);
    return { status: response.status, ...((await response.json()) as Omit<Reply<T>, "status">) };
  }

  csrf(): Promise<Response> {
    return this.raw("/sanctum/csrf-cookie");
  }

  /** Calls a control; throws when the response is not 2xx. */
  async control<T = Record<string, unknown>>(path: string, body?: unknown, method?: string): Promise<T> {
    const response = await this.raw(`/sandbox${path}`, { ...(body === undefined ? {} : { body }), ...(method ? { method } : {}) });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  advance(duration: string): Promise<{ now: string }> {
    return this.control("/clock", { advance: duration });
  }

  /** Ends a session at the link provider with one of its banks, as the page's script does. */
  finishProviderSession(accessToken: string, bank: string): Promise<ProviderSite> {
    return this.control("/fastlink/sites", { accessToken, bank });
  }

  async lastCode(to: string): Promise<string> {
    const messages = await this.control<{ code: string | null }[]>(`/outbox?to=${encodeURIComponent(to)}`);
    const code = messages.find((message) => message.code !== null)?.code;
    if (!code) throw new Error(`no code was sent to ${to}`);
    return code;
  }

  async verifyByEmail(email: string): Promise<Reply> {
    const selected = await this.call<{ nonce_token: string }>("/mfa-select/email");
    const reply = await this.call<{ token: string }>(`/mfa-verify/${selected.data.nonce_token}`, {
      body: { code: await this.lastCode(email) },
    });
    this.token = reply.data.token;
    return reply;
  }

  async signIn(email: string, password: string): Promise<Reply> {
    await this.csrf();
    const reply = await this.call<{ token: string; mfa_required: boolean }>("/login", { body: { email, password } });
    this.token = reply.data?.token ?? null;
    return reply.data?.mfa_required ? this.verifyByEmail(email) : reply;
  }
}

/** A client that is signed in as a new persona. */
export async function signedIn(
  bank: Sandbox,
  persona: string,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<{ client: BankClient; email: string; password: string }> {
  const client = new BankClient(bank, typeof overrides.brand === "string" ? overrides.brand : null);
  const { email, password } = await client.control<{ email: string; password: string }>(`/personas/${persona}`, overrides);
  const reply = await client.signIn(email, password);
  if (reply.status !== 200) throw new Error(`sign-in of ${persona}: ${JSON.stringify(reply)}`);
  return { client, email, password };
}
