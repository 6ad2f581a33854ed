/** Exports a depositor's browser for the soak: cookies, CSRF token, batches, and what it does when a request fails. */
import type { BundleCore } from "../../src/language/bundle.js";
import type { Tally } from "./tally.js";

/** Why an operation failed: the gateway's own failure, or `network` when no answer came. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly operation: string,
    readonly status: number | string,
    readonly code: string,
    /** What the gateway answered, for the report of unexpected failures. */
    readonly detail = "",
  ) {
    super(`${operation}: ${status} ${code} ${detail}`);
  }

  /** Whether the operation may have taken effect, or would succeed later: the browser offers Try again. */
  get isFault(): boolean {
    return typeof this.status === "string" || this.status >= 500 || this.status === 419 || this.status === 429;
  }
}

export interface BrowserOptions {
  readonly origins: readonly string[];
  readonly operations: BundleCore["operations"];
  /** The depositor's address, as the balancer reports it. */
  readonly address: string;
  readonly tally: Tally;
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly extensions?: { readonly status?: number | string; readonly code?: string; readonly message?: string };
  }[];
}

/** Longer than a slow upstream, shorter than the soak. */
const TIMEOUT_MS = 40_000;
/** A depositor waits longer after each failure. */
const TRY_AGAIN_MS = { first: 700, longest: 6_000 } as const;

export class Browser {
  readonly #cookies = new Map<string, string>();
  #turn: number;
  constructor(readonly options: BrowserOptions) {
    this.#turn = Math.floor(Math.random() * options.origins.length);
  }

  /** Opens a page, as a depositor does who types the address. */
  async open(path: string): Promise<void> {
    const { ok } = await this.#whole(path, { headers: { accept: "text/html" } });
    this.options.tally.page(ok);
  }

  /** Sends queries of one screen in one request; returns their data in order. */
  async read(names: readonly string[], variables: object = {}): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#withRetries(names.join("+"), async () => {
      const answers = await this.#graphql<readonly Answer[]>(
        names.join("+"),
        names.map((name) => ({ query: this.#document(name), variables })),
      );
      return answers.map((answer, index) => dataOf(names[index] ?? "", answer));
    });
  }

  /** Sends an operation once; throws `Refused`. */
  async call(name: string, variables: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return dataOf(name, await this.#graphql<Answer>(name, { query: this.#document(name), variables }));
  }

  /** Repeats an operation with the same variables, and so with the same idempotency key, until it has a definite answer. */
  callUntilAnswered(name: string, variables: object = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#withRetries(name, () => this.call(name, variables));
  }

  async #withRetries<T>(name: string, send: () => Promise<T>): Promise<T> {
    // A journey ends where it is when the soak is over.
    if (this.options.tally.isOver) throw new Refused(name, "over", "over");
    for (let wait: number = TRY_AGAIN_MS.first; ; wait = Math.min(wait * 2, TRY_AGAIN_MS.longest)) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Refused) || !error.isFault || this.options.tally.isOver) throw error;
        this.options.tally.retry(name);
        await pause(wait * (0.5 + Math.random()));
      }
    }
  }

  #document(name: string): string {
    const operation = this.options.operations[name];
    if (!operation) throw new Error(`the flows have no operation ${name}`);
    return operation.document;
  }

  /** Sends a request, and a second time with a new token when the gateway rejects the first. */
  async #graphql<T>(name: string, body: object): Promise<T> {
    const answered = await this.#post<T>(name, body);
    if (answered !== "token rejected") return answered;
    await this.#whole("/csrf", {});
    const again = await this.#post<T>(name, body);
    if (again === "token rejected") throw new Refused(name, 419, "csrf_expired");
    return again;
  }

  /** Sends a request and reads its whole answer; a broken connection is a fault of the path. */
  async #whole(path: string, init: { headers?: Record<string, string> }): Promise<{ readonly ok: boolean }> {
    const from = performance.now();
    try {
      const response = await this.#send(path, init);
      await response.arrayBuffer();
      return { ok: response.ok };
    } catch (error) {
      this.options.tally.fault(path, "network", performance.now() - from);
      throw new Refused(path, "network", "network", String(error));
    }
  }

  async #post<T>(name: string, body: object): Promise<T | "token rejected"> {
    const from = performance.now();
    let response: Response;
    let text: string;
    try {
      response = await this.#send("/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "x-xsrf-token": decodeURIComponent(this.#cookies.get("XSRF-TOKEN") ?? "") },
        body: JSON.stringify(body),
      });
      text = await response.text();
    } catch (error) {
      this.options.tally.fault(name, "network", performance.now() - from);
      throw new Refused(name, "network", "network", String(error));
    }
    if (response.status === 419) return "token rejected";
    if (response.status !== 200) {
      this.options.tally.fault(name, String(response.status), performance.now() - from);
      throw new Refused(name, response.status, `http_${response.status}`, text.slice(0, 200));
    }
    const answer = JSON.parse(text) as T & (Answer | readonly Answer[]);
    const failure = [answer].flat().flatMap(({ errors }: Answer) => errors ?? [])[0]?.extensions;
    const isFault = failure !== undefined && (typeof failure.status === "string" || (failure.status ?? 500) >= 500);
    if (isFault) this.options.tally.fault(name, failure.code ?? "unknown", performance.now() - from);
    else this.options.tally.answered(name, performance.now() - from);
    return answer;
  }

  /** A connection that cannot be opened is tried at the other gateway, as a balancer does; a lost answer is not. */
  async #send(path: string, init: { method?: string; body?: string; headers?: Record<string, string> }): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, cookie, "x-forwarded-for": this.options.address, "user-agent": "soak" };
    const { origins } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      this.#turn = (this.#turn + 1) % origins.length;
      try {
        const response = await fetch(`${origins[this.#turn]}${path}`, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        this.#keepCookies(response);
        return response;
      } catch (error) {
        if (attempt >= origins.length || !isRefusedConnection(error)) throw error;
      }
    }
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function dataOf(name: string, { data, errors }: Answer): Readonly<Record<string, unknown>> {
  const failure = errors?.[0];
  if (!failure) return data ?? {};
  const { status = 500, code = "unknown", message = "" } = failure.extensions ?? {};
  throw new Refused(name, status, code, message || JSON.stringify(failure).slice(0, 200));
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return cause?.code === "ECONNREFUSED";
}

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
