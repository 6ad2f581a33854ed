/** Exports the sandbox bank's controls for the journeys: personas, inbox, clock, events and faults; and the worker's product and browser. */
import { inject } from "vitest";
import type { ProductPorts } from "./product.js";

function ofWorker<Part>(parts: readonly Part[]): Part {
  const found = parts[Number(process.env.VITEST_POOL_ID) - 1];
  if (found === undefined) throw new Error(`There is no product and no browser for worker ${process.env.VITEST_POOL_ID}`);
  return found;
}

/** The product of this worker. */
export const product = (): ProductPorts => ofWorker(inject("products"));

/** The address of this worker's browser. */
export const browserAddress = (): string => ofWorker(inject("browsers"));

export interface Persona {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
}

export interface Holdings {
  readonly links: number;
  readonly transfers: number;
  readonly balance: string;
}

interface OutboxMessage {
  readonly to: string;
  readonly channel: "email" | "sms";
  readonly subject: string;
  readonly body: string;
  readonly code: string | null;
  readonly link: string | null;
  readonly sent_at: string;
}

async function control<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://localhost:${product().sandboxPort}/sandbox${path}`, {
    method,
    headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} /sandbox${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

export const bank = {
  persona: (name: string, overrides: object = {}) => control<Persona>("POST", `/personas/${name}`, overrides),

  outbox: (to: string) => control<readonly OutboxMessage[]>("GET", `/outbox?to=${encodeURIComponent(to)}`),

  /** The newest one-time code sent to an address; waits for it, since the message may be sent after the answer. */
  async code(to: string, not?: string): Promise<string> {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const message = (await bank.outbox(to)).find(({ code }) => code !== null);
      if (message?.code && message.code !== not) return message.code;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`No code was sent to ${to}`);
  },

  /** The bank's own data of a depositor: active links, transfers in any state, the balance in dollars. */
  async holdings(email: string): Promise<Holdings> {
    const { depositors } = await control<{ readonly depositors: readonly (Holdings & { readonly email: string })[] }>("GET", "/overview");
    const found = depositors.find((depositor) => depositor.email === email);
    if (!found) throw new Error(`The bank does not know ${email}, or fifty came after`);
    const { links, transfers, balance } = found;
    return { links, transfers, balance };
  },

  /** The link of the newest email that has one; waits for it. */
  async link(to: string, not?: string): Promise<string> {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const message = (await bank.outbox(to)).find(({ link }) => link !== null);
      if (message?.link && message.link !== not) return message.link;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`No link was sent to ${to}`);
  },

  /** The bank's instant. */
  now: async () => (await control<{ readonly now: string }>("GET", "/clock")).now,

  advance: (duration: string) => control("POST", "/clock", { advance: duration }),

  /** Moves the bank's time to an instant after its own. */
  moveTo: (now: string) => control("POST", "/clock", { now }),

  /** Starts over: no depositors, and the machine's time. Only for a journey that moves the time by a year. */
  reset: () => control("POST", "/reset", {}),

  /** Sets the link mode that the branding call returns from now on. */
  linkMode: (brand: string, link_restriction: string) => control("POST", "/branding", { brand, link_restriction }),

  simulate: <Answer>(what: string, email: string, more: object = {}) => control<Answer>("POST", `/simulate/${what}`, { email, ...more }),

  fault: (fault: { path: string; method?: string; status?: number; delay_ms?: number; drop?: boolean; lost?: boolean; times?: number }) =>
    control("POST", "/faults", fault),

  clearFaults: () => control("DELETE", "/faults"),
};
