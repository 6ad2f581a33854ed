/** Exports how a resolver performs a call for which the upstream may ask for a step-up code. */
import { BadRequest, Forbidden, Invalid, Unauthorized } from "../upstream/errors.js";
import type { Calls } from "./context.js";

/**
 * Performs a call; where the upstream asks for a step-up code, verifies `code` and performs it again. The call comes first:
 * after a lost answer, its key returns the first answer, and the code, which is valid once, is not verified again. Without a
 * code, the failure is the call's own.
 */
export async function performWithStepUp<Answer>(calls: Calls, code: string | null, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (code === null || !(error instanceof Forbidden && error.code === "step_up_required")) throw error;
  }
  await verifyStepUp(calls, code);
  return call();
}

/**
 * Fails as the call itself does: a wrong, expired or used code is an error of the field, since a 401 would end the session;
 * a lock leaves the call forbidden.
 */
async function verifyStepUp(calls: Calls, code: string): Promise<void> {
  try {
    await calls.mutation("verifyMfa", { input: { code } });
  } catch (error) {
    if (error instanceof Forbidden) throw new Forbidden({ code: "step_up_required", message: error.message });
    const isUsed = error instanceof Unauthorized || (error instanceof BadRequest && error.code === "nonce_missing");
    if (!isUsed && !(error instanceof BadRequest)) throw error;
    const message = isUsed ? "That code has expired. Get a new one." : error.message;
    throw new Invalid({ message, errors: [{ path: "code", message }] });
  }
}
