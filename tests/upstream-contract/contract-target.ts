/** Exports the upstream to test against the contract: `UPSTREAM_URL`, or the sandbox when that is unset. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrandFacts } from "../../gateway/sandbox/index.js";
import { createSandbox } from "../../gateway/sandbox/index.js";
import type { Fetch } from "../../gateway/upstream/send.js";
import { ROOT } from "../support/sources.js";

const BRAND = process.env.BRAND ?? "harbor";
const brandFile = (slug: string) => JSON.parse(readFileSync(join(ROOT, `flows/brands/${slug}/brand.json`), "utf8"));

/** Whether the upstream has an extension, read from brand.json as in the gateway. */
export const hasCapability = (name: string): boolean => (brandFile(BRAND).features as Readonly<Record<string, boolean>>)[name] !== false;

/** A depositor of the upstream, and the one-time code that it accepts for them. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export interface Target {
  readonly url: string;
  readonly brand: string;
  /** Another institution, which this upstream may serve or not. */
  readonly otherBrand: string;
  readonly fetch: Fetch;
  /** A bearer of a signed-in depositor. */
  bearer(): Promise<string>;
  /** Two depositors with a funded account and a linked account each, for the tests that change something. */
  depositors(): Promise<readonly [Credentials, Credentials]>;
  close(): Promise<void>;
}

const {
  UPSTREAM_URL: url,
  CONTRACT_BEARER: given,
  CONTRACT_EMAILS: emails,
  CONTRACT_PASSWORD: password,
  CONTRACT_CODE: code,
} = process.env;

/** Whether the tests may sign in and change something: at the sandbox, and at an upstream with depositors for tests. */
export const MAY_WRITE = !url || Boolean(emails && password && code);

/** Opens the target. A real upstream needs `CONTRACT_BEARER`, because its second factor cannot be automated. */
export async function openTarget(
  signIn: (target: Pick<Target, "url" | "brand" | "fetch">, email: string, password: string) => Promise<string>,
): Promise<Target> {
  const otherBrand = BRAND === "harbor" ? "juniper" : "harbor";
  if (url) {
    return {
      url: url.replace(/\/+$/, ""),
      brand: BRAND,
      otherBrand,
      fetch: (request) => fetch(request, { redirect: "manual" }),
      close: async () => {},
      async bearer() {
        if (!given) throw new Error("CONTRACT_BEARER must hold the bearer of a depositor who is signed in at UPSTREAM_URL");
        return given;
      },
      async depositors() {
        const [first, second] = (emails ?? "").split(",").map((email) => ({ email, password: password ?? "", code: code ?? "" }));
        if (!first || !second) throw new Error("CONTRACT_EMAILS must hold the addresses of two depositors, separated by a comma");
        return [first, second];
      },
    };
  }
  const origin = "http://bank.localhost:3997";
  const bank = await createSandbox({
    database: "memory:",
    brands: [BRAND, otherBrand].map((slug): BrandFacts => brandFile(slug)),
    publicOrigin: () => "http://localhost:3996",
    sandboxOrigin: origin,
  });
  const target = { url: origin, brand: BRAND, otherBrand, fetch: bank.fetch };
  async function persona(name: string): Promise<Credentials> {
    const response = await bank.fetch(
      new Request(`${origin}/sandbox/personas/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ brand: BRAND }),
      }),
    );
    return { ...((await response.json()) as Credentials), code: "000000" };
  }
  return {
    ...target,
    close: bank.close,
    async bearer() {
      const { email, password } = await persona("active");
      return signIn(target, email, password);
    },
    depositors: async () => [await persona("alerts-unread"), await persona("alerts-unread")],
  };
}
