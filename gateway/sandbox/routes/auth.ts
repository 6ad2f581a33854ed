/** Exports the routes of registration, sign-in, second factor and passwords. */
import { notifyFirstPhone } from "../contact-changes.js";
import { completeFundedRegistration, createDepositor } from "../depositors.js";
import { rememberDevice } from "../devices.js";
import { recordConsents } from "../disclosures.js";
import { setCookie } from "../http/cookies.js";
import { type Route, type RouteRequest, type RouteResult, route, sessionOf } from "../http/route.js";
import { openAttempt } from "../idempotency.js";
import { acceptInvitation } from "../joint-holder.js";
import { needsRelink } from "../links.js";
import { maskEmail, maskPhone } from "../masks.js";
import { enrollPhone, openChallenge, resendCode, selectChannel, verifyCode } from "../one-time-codes.js";
import { bearerOf, closeSession, openSession, PASSIVE_CHECK_PATH, renewSession } from "../sessions.js";
import { recordStepUp } from "../step-up.js";
import { authenticate, createUser, resendVerification, resetPassword, sendReset, sendWelcome, setPhone, verifyEmail } from "../users.js";

const EXPIRED_COOKIES = [setCookie("XSRF-TOKEN", "", { maxAge: 0 }), setCookie("hys_session", "", { maxAge: 0, httpOnly: true })];

const DEVICE_NAME = {
  name: "X-Device-Name",
  required: false,
  description: "The browser and system, for the list of sessions.",
  extension: true,
} as const;

async function checkAuth(call: RouteRequest): Promise<RouteResult> {
  const { expiresAt } = sessionOf(call);
  const secondsLeft = Math.max(0, Math.floor((expiresAt.getTime() - call.bank.systemNow().getTime()) / 1000));
  return { data: { token_duration: secondsLeft, expires_at: expiresAt.toISOString() } };
}

/** Creates the user and their application. */
async function register({ work, brand, body, headers }: RouteRequest<{ email: string; password: string }>): Promise<string> {
  const user = await createUser(work, brand, body);
  await createDepositor(work, brand, user);
  await recordConsents(work, brand, user, headers.get("x-forwarded-for"));
  await sendWelcome(work, brand, user, body.email);
  return user;
}

export const authRoutes: readonly Route[] = [
  route<{ email: string; password: string }>({
    method: "POST",
    path: "/register",
    auth: "open",
    summary: "Registers a depositor; the second factor follows.",
    body: "RegisterRequest",
    headers: [
      { name: "X-WAF-Token", required: false, description: "The token that a web application firewall issued to the page." },
      {
        name: "Idempotency-Key",
        required: false,
        extension: true,
        description: "For 24 hours, the same key and request sign in to the account that the first one created.",
      },
      DEVICE_NAME,
    ],
    response: "AuthSession",
    status: 201,
    errors: [
      [409, "conflict"],
      [422, "duplicate_email"],
    ],
    async handler(call) {
      const { work, body, headers } = call;
      const attempt = await openAttempt(call, "/register");
      const user = attempt.user ?? (await register(call));
      if (attempt.user === null) await attempt.created(user);
      const session = await openSession(work, user, false, headers.get("x-device-name"));
      return {
        data: {
          ...session,
          mfa_required: true,
          nonce_token: await openChallenge(work, session.session_id, user),
          email: maskEmail(body.email.trim()),
          phone: null,
          relink: false,
        },
      };
    },
  }),
  route<{ email: string; password: string }>({
    method: "POST",
    path: "/login",
    auth: "open",
    summary: "Signs in; a remembered device (cookie `device_token`) needs no second factor.",
    body: "LoginRequest",
    headers: [DEVICE_NAME],
    response: "AuthSession",
    errors: [
      [400, "bad_credentials"],
      [403, "locked"],
    ],
    async handler({ work, brand, body, cookies, headers }) {
      const { user, device } = await authenticate(work, brand, { ...body, deviceToken: cookies.get("device_token") });
      const session = await openSession(work, user.uuid, device !== null, headers.get("x-device-name"));
      if (device) await completeFundedRegistration(work, user.uuid);
      return {
        data: {
          ...session,
          mfa_required: device === null,
          nonce_token: device ? null : await openChallenge(work, session.session_id, user.uuid),
          email: maskEmail(user.email),
          phone: maskPhone(user.phone),
          relink: await needsRelink(work, user.uuid),
        },
      };
    },
  }),
  route({
    method: "POST",
    path: "/logout",
    auth: "pending",
    summary: "Ends the session.",
    response: "null",
    async handler(call) {
      await closeSession(call.work, sessionOf(call).uuid);
      return { data: null, message: "Logout successful", cookies: EXPIRED_COOKIES };
    },
  }),
  route({
    method: "GET",
    path: "/mfa-select/{type}",
    auth: "pending",
    summary: "Chooses `sms` or `email` and sends a code; after the sign-in, a step-up code.",
    response: "MfaSelected",
    errors: [
      [403, "locked"],
      [404, "not_found"],
      [429, "too_many_codes"],
    ],
    async handler(call) {
      const session = sessionOf(call);
      const purpose = session.full ? { purpose: "step-up" as const } : {};
      return { data: await selectChannel(call.work, session.uuid, session.userUuid, call.params.type ?? "", purpose) };
    },
  }),
  route<{ phone: string }>({
    method: "POST",
    path: "/mfa-add-sms",
    auth: "pending",
    summary:
      "Sends a code to a first mobile phone number, which takes effect when the code is verified; refused to a user who has a number, or another second factor and a complete application.",
    body: "MfaAddSmsRequest",
    response: "MfaPhone",
    errors: [
      [403, "locked"],
      [422, "validation"],
      [429, "too_many_codes"],
    ],
    async handler(call) {
      const selected = await enrollPhone(call.work, sessionOf(call), call.body.phone);
      return { data: { nonce_token: selected.nonce_token, phone: selected.phone } };
    },
  }),
  route<{ code: string; device_name?: string; remember?: boolean }>({
    method: "POST",
    path: "/mfa-verify/{nonce}",
    auth: "pending",
    summary:
      "Verifies the second factor and renews the token; or verifies a step-up code, which within 10 minutes permits one withdrawal, closing or first deposit from a linked account, and changes of beneficiaries.",
    body: "MfaVerifyRequest",
    response: "MfaVerified",
    errors: [
      [400, "wrong_code"],
      [400, "expired_code"],
      [401, "unauthorized"],
      [403, "locked"],
    ],
    async handler(call) {
      const { work, body } = call;
      const { uuid, userUuid, full, expiresAt } = sessionOf(call);
      const nonce = call.params.nonce ?? "";
      const { target: phone, purpose } = await verifyCode(
        work,
        uuid,
        userUuid,
        nonce,
        body.code,
        full ? ["sign-in", "step-up"] : ["sign-in"],
      );
      if (purpose === "step-up") {
        await recordStepUp(work, uuid);
        // The session keeps its token, so that calls in flight still work.
        const session = { token: bearerOf(call.headers), session_id: uuid, expires_at: expiresAt.toISOString() };
        return { data: { ...session, relink: await needsRelink(work, userUuid) } };
      }
      // Without a complete sign-in before it, the phone is part of the registration.
      if (phone !== null && (await setPhone(work, userUuid, phone)) && full) await notifyFirstPhone(work, userUuid);
      await completeFundedRegistration(work, userUuid);
      const session = await renewSession(work, { uuid, full });
      const device =
        body.remember === true ? { device_token: await rememberDevice(work, userUuid, body.device_name ?? "This device") } : {};
      return { data: { ...session, relink: await needsRelink(work, userUuid), ...device } };
    },
  }),
  route({
    method: "GET",
    path: "/mfa-resend/{nonce}",
    auth: "pending",
    summary: "Resends the code.",
    response: "MfaResent",
    errors: [
      [403, "locked"],
      [404, "not_found"],
      [429, "too_soon"],
      [429, "too_many_codes"],
    ],
    async handler(call) {
      const session = sessionOf(call);
      const nonce = call.params.nonce ?? "";
      await resendCode(call.work, session.uuid, session.userUuid, nonce);
      return { data: { nonce_token: nonce }, message: "Code resent successfully!" };
    },
  }),
  route<{ email: string }>({
    method: "POST",
    path: "/forgot-password",
    auth: "open",
    summary: "Sends a reset link; the answer is the same for unknown addresses.",
    body: "ForgotPasswordRequest",
    response: "null",
    async handler({ work, brand, body }) {
      await sendReset(work, brand, body.email);
      return { data: null, message: "If there's an account for this email, we've sent you a link." };
    },
  }),
  route<{ email: string; token: string; password: string; end_sessions?: boolean }>({
    method: "POST",
    path: "/reset-password",
    auth: "open",
    summary: "Sets a new password with a reset link, ends other sessions on request, and forgets every remembered device.",
    body: "ResetPasswordRequest",
    response: "null",
    errors: [
      [400, "validation"],
      [400, "expired_link"],
      [403, "account_closing"],
    ],
    async handler({ work, brand, body }) {
      await acceptInvitation(work, brand, await resetPassword(work, brand, body));
      return { data: null, message: "You've changed your password." };
    },
  }),
  route({
    method: "GET",
    path: "/auth-check",
    auth: "full",
    summary: "Returns the session's remaining time and extends the session.",
    response: "AuthCheck",
    handler: checkAuth,
  }),
  route({
    method: "GET",
    path: PASSIVE_CHECK_PATH,
    auth: "full",
    summary: "Returns the session's remaining time without extending the session.",
    response: "AuthCheck",
    handler: checkAuth,
  }),
  route<{ token: string }>({
    method: "POST",
    path: "/x/email-verification",
    auth: "open",
    summary: "Verifies an email address with the link sent to it.",
    body: "EmailVerificationRequest",
    response: "null",
    errors: [[400, "expired_link"]],
    extension: "email_verification",
    async handler({ work, body }) {
      await verifyEmail(work, body.token);
      return { data: null };
    },
  }),
  route({
    method: "POST",
    path: "/x/email-verification/send",
    auth: "pending",
    summary: "Resends the link that verifies an email address.",
    idempotency: { required: false },
    response: "null",
    errors: [[429, "too_soon"]],
    extension: "email_verification",
    async handler(call) {
      await resendVerification(call.work, call.brand, sessionOf(call).userUuid);
      return { data: null, message: "We sent you a new link." };
    },
  }),
  route<{ session_id: string; location: string; description: string }>({
    method: "POST",
    path: "/session",
    auth: "full",
    summary: "Logs a page view by its screen.",
    body: "PageViewRequest",
    response: "null",
    async handler(call) {
      const { location, description } = call.body;
      await call.work.db
        .insertInto("page_views")
        .values({ session_uuid: sessionOf(call).uuid, location, description, at: call.bank.systemNow() })
        .execute();
      return { data: null };
    },
  }),
];
