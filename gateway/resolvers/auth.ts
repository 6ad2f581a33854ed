/** Exports the queries and mutations of registration, sign-in, the second factor and passwords. */
import { createHash } from "node:crypto";
import type { CodeSent, SignInResult } from "../upstream/auth.js";
import { BadRequest, Unauthorized } from "../upstream/errors.js";
import type { Context, Resolver, Resolvers, SignedIn } from "./context.js";
import { withoutNulls } from "./inputs.js";

interface Credentials {
  readonly email: string;
  readonly password: string;
}
interface RegisterInput extends Credentials {
  readonly accept_terms: boolean;
  readonly accept_esign: boolean;
  readonly custom_fields?: unknown;
}

/** The sign-in as the browser may see it (D2): bearer and nonce are markers that are useless as credentials. */
export function authView(signedIn: SignedIn) {
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

async function beginSession(context: Context, answer: SignInResult, before: Partial<SignedIn> = {}) {
  context.session.begin({
    bearer: answer.token,
    session_id: answer.session_id,
    email: answer.email ?? before.email ?? null,
    phone: answer.phone ?? before.phone ?? null,
    nonce: answer.nonce_token,
    mfa: before.mfa ?? null,
    mfaRequired: before.mfaRequired ?? answer.mfa_required,
    loginSuccess: before.loginSuccess ?? !answer.mfa_required,
    relink: answer.relink,
    expiresAt: answer.expires_at,
    attestedAt: before.attestedAt ?? null,
  });
  context.upstream.transport.setBearer(answer.token);
  return { ...payload(context, answer.message), progress: await progressOf(context) };
}

/**
 * Read with the sign-in, so that the browser can choose the next screen at once. The sign-in succeeds even when this
 * read fails.
 */
async function progressOf(context: Context) {
  if (!context.session.signedIn?.loginSuccess) return null;
  try {
    return await context.upstream.depositor.progress();
  } catch (error) {
    context.warn("progress-after-sign-in", error);
    return null;
  }
}

function payload(context: Context, message: string) {
  const { signedIn } = context.session;
  return { auth: signedIn && authView(signedIn), message: message || null };
}

function requireSignedIn(context: Context): SignedIn {
  if (!context.session.signedIn) throw new Unauthorized();
  return context.session.signedIn;
}

/** Requesting or verifying a code requires a token and a nonce (S8). */
export function requireNonce(context: Context): string {
  const { signedIn } = context.session;
  const missing = { code: "nonce_missing", message: "Bearer token or nonce token is null" };
  if (signedIn === null) throw new Unauthorized(missing);
  if (signedIn.nonce === null) throw new BadRequest(missing);
  return signedIn.nonce;
}

function codeSentPayload(context: Context, answer: CodeSent) {
  const now = requireSignedIn(context);
  context.session.update({
    nonce: answer.nonce_token,
    mfa: answer.mfa ?? now.mfa,
    email: answer.email ?? now.email,
    phone: answer.phone ?? now.phone,
  });
  return payload(context, answer.message);
}

const register: Resolver<{ input: RegisterInput }> = async ({ input }, context) => {
  const { email, password, accept_terms, accept_esign, custom_fields } = withoutNulls(input);
  const registration = { email, password, accept_terms, accept_esign, ...(custom_fields === undefined ? {} : { custom_fields }) };
  return beginSession(context, await context.upstream.auth.register(registration, context.firewallToken));
};

const login: Resolver<{ input: Credentials }> = async ({ input }, context) =>
  beginSession(context, await context.upstream.auth.login(input.email, input.password, context.session.deviceToken));

const logout: Resolver = async (_, context) => {
  // This browser is signed out, whatever the upstream answers.
  try {
    if (context.session.signedIn) await context.upstream.auth.logout();
  } catch (error) {
    if (!(error instanceof Unauthorized)) context.warn("logout", error);
  } finally {
    context.session.end();
    context.upstream.transport.setBearer(null);
  }
  return { ok: true };
};

const selectMfa: Resolver<{ type: "sms" | "email" }> = async ({ type }, context) =>
  codeSentPayload(context, await context.upstream.auth.selectMfa(type));

const addMobile: Resolver<{ input: { phone: string } }> = async ({ input }, context) =>
  codeSentPayload(context, await context.upstream.auth.addMobile(input.phone.replace(/\D/g, "")));

const verifyMfa: Resolver<{ input: { code: string; remember?: boolean | null } }> = async ({ input }, context) => {
  const nonce = requireNonce(context);
  const before = requireSignedIn(context);
  const remember = input.remember ? { device_name: context.deviceName } : null;
  const answer = await context.upstream.auth.verifyMfa(nonce, input.code.trim(), remember);
  if (answer.device_token) context.session.rememberDevice(answer.device_token);
  // The upstream may return the same bearer with full access; the gateway's session is a new one in any case.
  return beginSession(context, answer, { ...before, loginSuccess: true });
};

const resendMfa: Resolver = async (_, context) => {
  const answer = await context.upstream.auth.resendMfa(requireNonce(context));
  codeSentPayload(context, answer);
  return { message: answer.message || null };
};

const forgotPassword: Resolver<{ input: { email: string } }> = async ({ input }, context) => {
  const message = await context.upstream.auth.forgotPassword(input.email);
  const { signedIn } = context.session;
  return { auth: { ...(signedIn ? authView(signedIn) : SIGNED_OUT), resetEmail: maskEmail(input.email) }, message: message || null };
};

/** The browser stores this value across reloads: the depositor recognizes the address, but nobody can write to it. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${at > 0 ? email.slice(at) : ""}`;
}

interface ResetPasswordInput {
  readonly email: string;
  readonly token: string;
  readonly password: string;
  readonly end_sessions?: boolean | null;
}

const resetPassword: Resolver<{ input: ResetPasswordInput }> = async ({ input }, context) => {
  const { email, token, password, end_sessions } = input;
  return { message: (await context.upstream.auth.resetPassword({ email, token, password, end_sessions: end_sessions ?? true })) || null };
};

const verifyEmail: Resolver<{ token: string }> = async ({ token }, context) => {
  await context.upstream.auth.verifyEmail(token);
  return { ok: true };
};

const sendEmailVerification: Resolver = async (_, context) => ({ message: (await context.upstream.auth.sendEmailVerification()) || null });

const authCheck: Resolver<{ extend: boolean }> = async ({ extend }, context) => {
  if (!extend) context.session.ignoreActivity();
  const { token_duration, expires_at } = await context.upstream.auth.check(extend);
  if (expires_at && expires_at !== requireSignedIn(context).expiresAt) context.session.update({ expiresAt: expires_at });
  return { auth: authView(requireSignedIn(context)), token_duration };
};

const logPageView: Resolver<{ location: string; description: string }> = async ({ location, description }, context) => {
  await context.upstream.auth.logPageView(requireSignedIn(context).session_id ?? "", location, description);
  return { ok: true };
};

export const authQueries: Resolvers = {
  auth: (_, context) => context.session.signedIn && authView(context.session.signedIn),
  authCheck,
};

export const authMutations: Resolvers = {
  register,
  login,
  logout,
  selectMfa,
  addMobile,
  verifyMfa,
  resendMfa,
  forgotPassword,
  resetPassword,
  verifyEmail,
  sendEmailVerification,
  logPageView,
};
