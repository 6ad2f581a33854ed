/** The upstream that is held to the contract: `UPSTREAM_URL`, or the sandbox when that is unset. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { institutionFetch } from "../../gateway/institution-fetch.js";
import { createSandbox } from "../../gateway/sandbox/index.js";
import type { Fetch } from "../../gateway/upstream/transport.js";
import { ROOT } from "../support/sources.js";

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly extension: boolean;
  readonly parameters: boolean;
  /** Takes files along: its body is `multipart/form-data`. */
  readonly multipart: boolean;
  readonly statuses: readonly string[];
}

interface Documented {
  readonly security?: readonly unknown[];
  readonly "x-extension"?: boolean;
  readonly parameters?: readonly { readonly $ref?: string; readonly required?: boolean; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

export const DOCUMENT = JSON.parse(readFileSync(join(ROOT, "schemas/api/openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
};

const METHODS = new Set(["get", "post", "patch", "delete", "put"]);

/** Every operation of the committed document. */
export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => METHODS.has(method))
    .map(([method, documented]) => ({
      method: method.toUpperCase(),
      path,
      signedIn: documented.security === undefined || documented.security.length > 0,
      extension: documented["x-extension"] === true,
      parameters: path.includes("{") || (documented.parameters ?? []).some((parameter) => parameter.required === true),
      multipart: documented.requestBody?.content["multipart/form-data"] !== undefined,
      statuses: Object.keys(documented.responses),
    })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(DOCUMENT, "openapi.json");

/** Why an answer is not the documented one, or null. */
export function departure(operation: Operation, status: number, body: unknown): string | null {
  if (!operation.statuses.includes(String(status))) return `status ${status} is not documented`;
  const pointer = [
    "paths",
    operation.path,
    operation.method.toLowerCase(),
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  ]
    .map((part) => encodeURIComponent(part.replace(/~/g, "~0").replace(/\//g, "~1")))
    .join("/");
  const validate: ValidateFunction | undefined = ajv.getSchema(`openapi.json#/${pointer}`);
  if (!validate) return `status ${status} has no documented body`;
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

export interface Target {
  readonly url: string;
  readonly brand: string;
  readonly fetch: Fetch;
  /** A bearer with both factors, of a depositor in use. */
  bearer(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the target. A real upstream needs `CONTRACT_BEARER`: nobody's second factor can be guessed. */
export async function openTarget(
  signIn: (target: Omit<Target, "bearer" | "close">, email: string, password: string) => Promise<string>,
): Promise<Target> {
  const { UPSTREAM_URL: url, CONTRACT_BEARER: given, BRAND: brand = "harbor" } = process.env;
  if (url) {
    const institution = institutionFetch();
    return {
      url: url.replace(/\/+$/, ""),
      brand,
      fetch: institution.fetch,
      close: institution.close,
      async bearer() {
        if (!given) throw new Error("CONTRACT_BEARER must hold the bearer of a depositor who is signed in at UPSTREAM_URL");
        return given;
      },
    };
  }
  const file = JSON.parse(readFileSync(join(ROOT, `flows/brands/${brand}/brand.json`), "utf8"));
  const origin = "http://bank.localhost:3997";
  const bank = await createSandbox({
    database: "memory:",
    brands: [file],
    publicOrigin: () => "http://localhost:3996",
    sandboxOrigin: origin,
  });
  const target = { url: origin, brand, fetch: bank.fetch };
  return {
    ...target,
    close: bank.close,
    async bearer() {
      const made = await bank.fetch(new Request(`${origin}/sandbox/personas/active`, { method: "POST" }));
      const { email, password } = (await made.json()) as { email: string; password: string };
      return signIn(target, email, password);
    },
  };
}
