/** Exports how a resolver performs a call for which the upstream may ask for a step-up code. */
import { BadRequest, Forbidden, Invalid, Unauthorized } from "../upstream/errors.js";
import type { Calls } from "./context.js";

/** The code is used up or too old, which the upstream answers alike. */
class CodeUsed extends Invalid {}

/**
 * Performs a call; where the upstream asks for a step-up code, verifies `code` and performs it again. The call comes first:
 * after a lost answer, its key returns the first answer, and the code, which is valid once, is not verified again. Of two
 * requests at the same moment (a double submit), only one verifies the code; the other performs the call once more, and its
 * key returns the first answer. Without a code, the failure is the call's own.
 */
export async function performWithStepUp<Answer>(calls: Calls, code: string | null, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (code === null || !needsCode(error)) throw error;
  }
  try {
    await verifyStepUp(calls, code);
  } catch (error) {
    if (!(error instanceof CodeUsed)) throw error;
    return call().catch((again: unknown) => {
      throw needsCode(again) ? error : again;
    });
  }
  return call();
}

const needsCode = (error: unknown): boolean => error instanceof Forbidden && error.code === "step_up_required";

/**
 * Fails as the call itself does: a wrong, expired or used code is an error of the field, since a 401 would end the session;
 * a lock leaves the call forbidden. Throws `CodeUsed` for an expired or used code.
 */
async function verifyStepUp(calls: Calls, code: string): Promise<void> {
  try {
    await calls.mutation("verifyMfa", { input: { code } });
  } catch (error) {
    if (error instanceof Forbidden) throw new Forbidden({ code: "step_up_required", message: error.message });
    if (error instanceof Unauthorized || (error instanceof BadRequest && error.code === "nonce_missing")) {
      throw new CodeUsed(atCode("That code has expired. Get a new one."));
    }
    throw error instanceof BadRequest ? new Invalid(atCode(error.message)) : error;
  }
}

const atCode = (message: string) => ({ message, errors: [{ path: "code", message }] });
