/** Exports the client of S7's "Depositor and user". */
import { isJsonObject, type JsonObject } from "./json-object.js";
import { objectOf, objectOrNull, stringOrNull } from "./response-data.js";
import { LONG_TIMEOUT_MS, type Transport } from "./transport.js";

/** Depositor progress (S3), with the state's spelling (D3). */
export interface Progress {
  readonly depositor_id: string | null;
  readonly first_name: string | null;
  readonly registration_status: string | null;
  /** Lower case. */
  readonly registration_last_step: string | null;
  /** Upper case. */
  readonly extended_status: string | null;
  readonly is_primary: boolean;
}

export interface JointProgress {
  readonly depositor_id: string | null;
  readonly registration_last_step: string | null;
  readonly registration_status: string | null;
}

export interface DepositorClient {
  profile(): Promise<JsonObject>;
  progress(): Promise<Progress>;
  user(): Promise<JsonObject>;
  secondaryProgress(): Promise<JointProgress | null>;
  /** `long` allows the time that the identity checks take. */
  save(part: Readonly<Record<string, unknown>>, options?: { readonly long?: boolean }): Promise<Progress>;
}

export function depositorClient(transport: Transport): DepositorClient {
  return {
    async profile() {
      return objectOf(await transport.send({ method: "GET", path: "/depositor" }), "depositor");
    },
    async progress() {
      return progressOf(objectOf(await transport.send({ method: "GET", path: "/depositor/progress" }), "depositor/progress"));
    },
    async user() {
      return objectOf(await transport.send({ method: "GET", path: "/user" }), "user");
    },
    async secondaryProgress() {
      const data = objectOrNull(await transport.send({ method: "GET", path: "/depositor/secondary-progress" }), "secondary-progress");
      return (
        data && {
          depositor_id: stringOrNull(data, "depositor_id"),
          registration_last_step: stringOrNull(data, "registration_last_step")?.toLowerCase() ?? null,
          registration_status: stringOrNull(data, "registration_status"),
        }
      );
    },
    async save(part, options = {}) {
      const answer = await transport.send({
        method: "PATCH",
        path: "/depositor",
        body: part,
        ...(options.long ? { timeoutMs: LONG_TIMEOUT_MS } : {}),
      });
      const data = objectOf(answer, "depositor");
      const nested = data.progress;
      return progressOf(isJsonObject(nested) ? nested : data);
    },
  };
}

/** Converts the upstream's two spellings of a step to one (D3). */
export function progressOf(data: JsonObject): Progress {
  return {
    depositor_id: stringOrNull(data, "depositor_id"),
    first_name: stringOrNull(data, "first_name"),
    registration_status: stringOrNull(data, "registration_status"),
    registration_last_step: stringOrNull(data, "registration_last_step")?.toLowerCase() ?? null,
    extended_status: stringOrNull(data, "extended_status")?.toUpperCase() ?? null,
    is_primary: data.is_primary === true,
  };
}
