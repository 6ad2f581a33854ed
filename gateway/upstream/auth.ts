/** Exports the client of S7's "Auth": sign-in, second factor, passwords, session checks, the page-view log. */
import type { JsonObject } from "./json-object.js";
import { objectOf, requiredString, stringOrNull } from "./response-data.js";
import { LOGIN_CSRF_RETRIES, type Transport } from "./transport.js";

/** The result of a sign-in, a registration or a verified code. */
export interface SignInResult {
  readonly token: string;
  readonly session_id: string | null;
  readonly expires_at: string | null;
  readonly mfa_required: boolean;
  readonly nonce_token: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly relink: boolean;
  /** Present when the depositor asked to remember the device. */
  readonly device_token: string | null;
  readonly message: string;
}

/** The destination of a one-time code. */
export interface CodeSent {
  readonly nonce_token: string;
  readonly mfa: "sms" | "email" | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly message: string;
}

/** A code that was sent to a new email or phone, with the masked target. */
export interface ContactCode {
  readonly nonce_token: string;
  readonly target: string | null;
}

export interface TokenStatus {
  /** In seconds. */
  readonly token_duration: number;
  readonly expires_at: string | null;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly accept_terms: boolean;
  readonly accept_esign: boolean;
  readonly custom_fields?: unknown;
}

/** The body of `POST /reset-password`. `end_sessions` ends sessions that began with the old password. */
export interface PasswordReset {
  readonly email: string;
  readonly token: string;
  readonly password: string;
  readonly end_sessions: boolean;
}

export interface AuthClient {
  login(email: string, password: string, deviceToken: string | null): Promise<SignInResult>;
  register(registration: Registration, firewallToken: string | null): Promise<SignInResult>;
  logout(): Promise<void>;
  selectMfa(type: "sms" | "email"): Promise<CodeSent>;
  addMobile(phone: string): Promise<CodeSent>;
  verifyMfa(nonce: string, code: string, remember: { readonly device_name: string } | null): Promise<SignInResult>;
  resendMfa(nonce: string): Promise<CodeSent>;
  forgotPassword(email: string): Promise<string>;
  resetPassword(reset: PasswordReset): Promise<string>;
  /** Sends a code to a new email or phone; the password confirms that the depositor asks for it. */
  updateContact(change: { readonly email: string } | { readonly phone: string }, password: string): Promise<ContactCode>;
  /** Changes the email or phone with that code. */
  confirmContact(type: "email" | "phone", nonce: string, code: string): Promise<JsonObject>;
  /** Extension: confirms an email address by the token of its link. */
  verifyEmail(token: string): Promise<void>;
  /** Extension: sends the confirmation link again. */
  sendEmailVerification(): Promise<string>;
  /** `extend` keeps an idle session alive. */
  check(extend: boolean): Promise<TokenStatus>;
  logPageView(sessionId: string, location: string, description: string): Promise<void>;
}

export function authClient(transport: Transport): AuthClient {
  return {
    async login(email, password, deviceToken) {
      const answer = await transport.send({
        method: "POST",
        path: "/login",
        body: { email, password },
        csrfRetries: LOGIN_CSRF_RETRIES,
        ...(deviceToken ? { cookies: { device_token: encodeURIComponent(deviceToken) } } : {}),
      });
      return signInResultOf(objectOf(answer, "login"), answer.message, "login");
    },
    async register(registration, firewallToken) {
      const answer = await transport.send({
        method: "POST",
        path: "/register",
        body: registration,
        ...(firewallToken ? { headers: { "x-waf-token": firewallToken } } : {}),
      });
      return signInResultOf(objectOf(answer, "register"), answer.message, "register");
    },
    async logout() {
      await transport.send({ method: "POST", path: "/logout" });
    },
    async selectMfa(type) {
      const answer = await transport.send({ method: "GET", path: `/mfa-select/${type}`, uncached: true });
      return codeSentOf(objectOf(answer, "mfa-select"), type, answer.message, "mfa-select");
    },
    async addMobile(phone) {
      const answer = await transport.send({ method: "POST", path: "/mfa-add-sms", body: { phone } });
      return codeSentOf(objectOf(answer, "mfa-add-sms"), "sms", answer.message, "mfa-add-sms");
    },
    async verifyMfa(nonce, code, remember) {
      const body = { code, ...(remember ? { device_name: remember.device_name, remember: true } : {}) };
      const answer = await transport.send({ method: "POST", path: `/mfa-verify/${encodeURIComponent(nonce)}`, body });
      return signInResultOf(objectOf(answer, "mfa-verify"), answer.message, "mfa-verify");
    },
    async resendMfa(nonce) {
      const answer = await transport.send({ method: "GET", path: `/mfa-resend/${encodeURIComponent(nonce)}`, uncached: true });
      return codeSentOf(objectOf(answer, "mfa-resend"), null, answer.message, "mfa-resend");
    },
    async forgotPassword(email) {
      return (await transport.send({ method: "POST", path: "/forgot-password", body: { email } })).message;
    },
    async resetPassword(reset) {
      return (await transport.send({ method: "POST", path: "/reset-password", body: { ...reset } })).message;
    },
    async updateContact(change, password) {
      const data = objectOf(await transport.send({ method: "PATCH", path: "/user", body: { ...change, password } }), "user");
      return {
        nonce_token: requiredString(data, "nonce_token", "user"),
        target: stringOrNull(data, "email") ?? stringOrNull(data, "phone"),
      };
    },
    async confirmContact(type, nonce, code) {
      const body = { code, nonce_token: nonce };
      return objectOf(await transport.send({ method: "POST", path: `/mfa-confirm-update/${type}`, body }), "mfa-confirm-update");
    },
    async verifyEmail(token) {
      await transport.send({ method: "POST", path: "/x/email-verification", body: { token } });
    },
    async sendEmailVerification() {
      return (await transport.send({ method: "POST", path: "/x/email-verification/send" })).message;
    },
    async check(extend) {
      const data = objectOf(
        await transport.send({ method: "GET", path: extend ? "/auth-check" : "/auth-check/no-ext", uncached: true }),
        "auth-check",
      );
      // A duration that is not a number ends the session instead of extending it.
      return {
        token_duration: typeof data.token_duration === "number" ? Math.trunc(data.token_duration) : 0,
        expires_at: stringOrNull(data, "expires_at"),
      };
    },
    async logPageView(sessionId, location, description) {
      await transport.send({ method: "POST", path: "/session", body: { session_id: sessionId, location, description } });
    },
  };
}

function signInResultOf(data: JsonObject, message: string, call: string): SignInResult {
  return {
    token: requiredString(data, "token", call),
    session_id: stringOrNull(data, "session_id"),
    expires_at: stringOrNull(data, "expires_at"),
    mfa_required: data.mfa_required === true,
    nonce_token: stringOrNull(data, "nonce_token"),
    email: stringOrNull(data, "email"),
    phone: stringOrNull(data, "phone"),
    relink: data.relink === true,
    device_token: stringOrNull(data, "device_token"),
    message,
  };
}

function codeSentOf(data: JsonObject, type: "sms" | "email" | null, message: string, call: string): CodeSent {
  const channel = data.mfa === "sms" || data.mfa === "email" ? data.mfa : type;
  return {
    nonce_token: requiredString(data, "nonce_token", call),
    mfa: channel,
    email: stringOrNull(data, "email"),
    phone: stringOrNull(data, "phone"),
    message,
  };
}
