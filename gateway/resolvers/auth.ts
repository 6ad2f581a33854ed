/** Exports the queries and mutations of registration, sign-in, the second factor and passwords. */
import { createHash } from "node:crypto";
import { withoutNulls } from "../connect/declared-resolver.js";
import { BadRequest, Unauthorized, UpstreamFailed } from "../upstream/errors.js";
import { isHeaderValue } from "../upstream/header-value.js";
import type { JsonObject } from "../upstream/json-object.js";
import { isInstant } from "../upstream/scalar-values.js";
import type { Calls, Context, Resolver, Resolvers, SignedIn } from "./context.js";

/** Inputs that only the declared calls read. */
type Input = Readonly<Record<string, unknown>>;

/** The sign-in as the browser may see it (D2): bearer and nonce are markers that are useless as credentials. */
function authView(signedIn: SignedIn) {
  return {
    bearerToken: marker("bearer", signedIn.bearer),
    session_id: signedIn.session_id,
    email: signedIn.email,
    phone: signedIn.phone,
    nonceToken: signedIn.nonce === null ? null : marker("nonce", signedIn.nonce),
    mfa: signedIn.mfa,
    resetEmail: null,
    resetPasswordError: null,
    mfaRequired: signedIn.mfaRequired,
    loginSuccess: signedIn.loginSuccess,
    relink: signedIn.relink,
    expiresAt: signedIn.expiresAt,
    attestedAt: signedIn.attestedAt,
  };
}

/** A hash that changes with the secret and reveals nothing about it. */
function marker(kind: string, secret: string): string {
  return createHash("sha256").update(`passbook:${kind}:${secret}`).digest("base64url").slice(0, 22);
}

const SIGNED_OUT = { mfaRequired: false, loginSuccess: false, relink: false };

async function beginSession(context: Context, calls: Calls, answer: JsonObject, verified: SignedIn | null = null) {
  const bearer = requiredString(answer, "token");
  // A session with such a token could make no call.
  if (!isHeaderValue(bearer)) throw new UpstreamFailed(502, "token has characters that no header can carry");
  // Without it, it is unknown whether the depositor is signed in.
  if (verified === null && typeof answer.mfa_required !== "boolean")
    throw new UpstreamFailed(502, "mfa_required is neither true nor false");
  const expiresAt = stringOrNull(answer, "expires_at");
  // The session stores it: every later read of the session would fail.
  if (expiresAt !== null && !isInstant(expiresAt)) throw new UpstreamFailed(502, "expires_at is not an instant in UTC");
  const before: Partial<SignedIn> = verified ?? {};
  const signedIn: SignedIn = {
    bearer,
    session_id: stringOrNull(answer, "session_id"),
    email: stringOrNull(answer, "email") ?? before.email ?? null,
    phone: stringOrNull(answer, "phone") ?? before.phone ?? null,
    nonce: stringOrNull(answer, "nonce_token"),
    mfa: before.mfa ?? null,
    mfaRequired: before.mfaRequired ?? answer.mfa_required === true,
    loginSuccess: before.loginSuccess ?? answer.mfa_required !== true,
    relink: answer.relink === true,
    expiresAt,
    attestedAt: before.attestedAt ?? null,
  };
  context.session.begin(signedIn, { byCode: verified !== null });
  context.transport.setBearer(bearer);
  return { ...payload(context, answer), progress: await progressOf(context, calls) };
}

/**
 * Read with the sign-in, so that the browser can choose the next screen at once. The sign-in succeeds even when this
 * read fails.
 */
async function progressOf(context: Context, calls: Calls) {
  if (!context.session.signedIn?.loginSuccess) return null;
  try {
    return await calls.query("progress");
  } catch (error) {
    context.warn("progress-after-sign-in", error);
    return null;
  }
}

function payload(context: Context, answer: JsonObject) {
  const { signedIn } = context.session;
  return { auth: signedIn && authView(signedIn), message: stringOrNull(answer, "message") };
}

/** An optional text of an answer. */
function stringOrNull(answer: JsonObject, field: string): string | null {
  const value = answer[field];
  return typeof value === "string" && value !== "" ? value : null;
}

/** A text that every answer has. */
function requiredString(answer: JsonObject, field: string): string {
  const value = stringOrNull(answer, field);
  if (value === null) throw new UpstreamFailed(502, `${field} is not a text`);
  return value;
}

function requireSignedIn(context: Context): SignedIn {
  if (!context.session.signedIn) throw new Unauthorized();
  return context.session.signedIn;
}

/** Requesting or verifying a code requires a token and a nonce (S8). */
export function requireNonce(context: Context): void {
  const { signedIn } = context.session;
  const missing = { code: "nonce_missing", message: "Bearer token or nonce token is null" };
  if (signedIn === null) throw new Unauthorized(missing);
  if (signedIn.nonce === null) throw new BadRequest(missing);
}

function codeSentPayload(context: Context, answer: JsonObject) {
  const now = requireSignedIn(context);
  const { mfa } = answer;
  context.session.update({
    nonce: requiredString(answer, "nonce_token"),
    mfa: mfa === "sms" || mfa === "email" ? mfa : now.mfa,
    email: stringOrNull(answer, "email") ?? now.email,
    phone: stringOrNull(answer, "phone") ?? now.phone,
  });
  return payload(context, answer);
}

/** Registration and login. */
const signIn: Resolver<{ input: { email: string } }> = async ({ input }, context, calls) => {
  context.session.identify(input.email);
  return beginSession(context, calls, await calls.own());
};

const logout: Resolver = async (_, context, calls) => {
  // This browser is signed out, regardless of the upstream's answer.
  try {
    if (context.session.signedIn) await calls.own();
  } catch (error) {
    if (!(error instanceof Unauthorized)) context.warn("logout", error);
  } finally {
    context.session.end();
    context.transport.setBearer(null);
  }
  return { ok: true };
};

const selectMfa: Resolver<{ type: "sms" | "email" }> = async ({ type }, context, calls) =>
  codeSentPayload(context, { mfa: type, ...withoutNulls(await calls.own()) });

const addMobile: Resolver<Input> = async (_, context, calls) => codeSentPayload(context, await calls.own());

const verifyMfa: Resolver<Input> = async (_, context, calls) => {
  requireNonce(context);
  const before = requireSignedIn(context);
  const answer = await calls.own();
  const device = stringOrNull(answer, "device_token");
  if (device) context.session.rememberDevice(device);
  // The upstream may return the same bearer with full access; the gateway's session is a new one in any case.
  return beginSession(context, calls, answer, { ...before, loginSuccess: true });
};

const resendMfa: Resolver = async (_, context, calls) => {
  requireNonce(context);
  const { message } = codeSentPayload(context, await calls.own());
  return { message };
};

const forgotPassword: Resolver<{ input: { email: string } }> = async ({ input }, context, calls) => {
  const answer = await calls.own();
  const { signedIn } = context.session;
  return {
    auth: { ...(signedIn ? authView(signedIn) : SIGNED_OUT), resetEmail: maskEmail(input.email) },
    message: stringOrNull(answer, "message"),
  };
};

/** This browser is signed out as well: its depositor logs in with the new password. */
const resetPassword: Resolver<Input> = async (_, context, calls) => {
  const answer = await calls.own();
  if (context.session.signedIn) await calls.mutation("logout");
  return { message: stringOrNull(answer, "message") };
};

/** The browser stores this value across reloads: the depositor recognizes the address, but nobody can write to it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${at > 0 ? email.slice(at) : ""}`;
}

const authCheck: Resolver<{ extend: boolean }> = async ({ extend }, context, calls) => {
  if (!extend) context.session.ignoreActivity();
  const answer = await calls.own();
  const expiresAt = stringOrNull(answer, "expires_at");
  // Zero would end the session of a depositor who is signed in.
  if (typeof answer.token_duration !== "number") throw new UpstreamFailed(502, "token_duration is not a number");
  const token_duration = Math.trunc(answer.token_duration);
  // Not written into the session: an answer that comes late would write this sign-in over the one that has replaced it.
  const signedIn = requireSignedIn(context);
  return { auth: authView({ ...signedIn, expiresAt: expiresAt ?? signedIn.expiresAt }), token_duration };
};

export const authQueries: Resolvers = {
  auth: (_, context) => context.session.signedIn && authView(context.session.signedIn),
  authCheck,
};

export const authMutations: Resolvers = {
  register: signIn,
  login: signIn,
  logout,
  selectMfa,
  addMobile,
  verifyMfa,
  resendMfa,
  forgotPassword,
  resetPassword,
};
