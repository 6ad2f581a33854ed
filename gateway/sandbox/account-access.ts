/**
 * Exports the rules on who may change an account. The app's pages follow the same rules, but the bank must not rely on the
 * app: a call can come from anywhere.
 */
import type { Selectable } from "kysely";
import { ApiError } from "./api-error.js";
import type { DepositorRow } from "./database/user-tables.js";

/** The fields of a depositor that the rules read. */
export type AccessFacts = Pick<Selectable<DepositorRow>, "registration_status" | "registration_last_step" | "extended_status">;

/** Whether a depositor can only read: a view-only one, or one whose account is on hold. A registration can continue during a hold. */
export const isReadOnly = ({ registration_status, registration_last_step, extended_status }: AccessFacts): boolean =>
  registration_status === "VIEW_ONLY" || (extended_status === "HOLD" && registration_last_step === "completed");

/** Throws 403 `not_allowed` with the message where the depositor can only read. */
export function requireChanges(depositor: AccessFacts, message: string): void {
  if (isReadOnly(depositor)) throw new ApiError(403, "not_allowed", message);
}

/** Throws 403 `not_allowed` with the message before the account is funded. */
export function requireFunded({ registration_last_step }: AccessFacts, message: string): void {
  if (registration_last_step !== "funded" && registration_last_step !== "completed") throw new ApiError(403, "not_allowed", message);
}
