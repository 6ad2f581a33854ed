/** Exports the upstream to test against the contract: `UPSTREAM_URL`, or the sandbox when that is unset. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "../../gateway/sandbox/index.js";
import type { Fetch } from "../../gateway/upstream/send.js";
import { ROOT } from "../support/sources.js";

const BRAND = process.env.BRAND ?? "harbor";
const brandFile = JSON.parse(readFileSync(join(ROOT, `flows/brands/${BRAND}/brand.json`), "utf8"));

/** Whether the upstream has an extension, read from brand.json as in the gateway. */
export const hasCapability = (name: string): boolean => (brandFile.features as Readonly<Record<string, boolean>>)[name] !== false;

export interface Target {
  readonly url: string;
  readonly brand: string;
  readonly fetch: Fetch;
  /** A bearer of a signed-in depositor. */
  bearer(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the target. A real upstream needs `CONTRACT_BEARER`, because its second factor cannot be automated. */
export async function openTarget(
  signIn: (target: Omit<Target, "bearer" | "close">, email: string, password: string) => Promise<string>,
): Promise<Target> {
  const { UPSTREAM_URL: url, CONTRACT_BEARER: given } = process.env;
  if (url) {
    return {
      url: url.replace(/\/+$/, ""),
      brand: BRAND,
      fetch: (request) => fetch(request, { redirect: "manual" }),
      close: async () => {},
      async bearer() {
        if (!given) throw new Error("CONTRACT_BEARER must hold the bearer of a depositor who is signed in at UPSTREAM_URL");
        return given;
      },
    };
  }
  const origin = "http://bank.localhost:3997";
  const bank = await createSandbox({
    database: "memory:",
    brands: [brandFile],
    publicOrigin: () => "http://localhost:3996",
    sandboxOrigin: origin,
  });
  const target = { url: origin, brand: BRAND, fetch: bank.fetch };
  return {
    ...target,
    close: bank.close,
    async bearer() {
      const response = await bank.fetch(new Request(`${origin}/sandbox/personas/active`, { method: "POST" }));
      const { email, password } = (await response.json()) as { email: string; password: string };
      return signIn(target, email, password);
    },
  };
}
