/** Exports the routes of the user and the depositor. */
import { type ContactRequest, confirmContactChange, requestContactChange } from "../contact-changes.js";
import { depositorOf, profileOf, progressOf } from "../depositors.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { changePassword, type PasswordRequest } from "../password-change.js";
import { type DepositorPatch, patchDepositor } from "../registration.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);

export const depositorRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/user",
    auth: "full",
    summary: "Returns the signed-in user.",
    response: "User",
    async handler(call) {
      return {
        data: await call.work.db
          .selectFrom("users")
          .select(["uuid", "email", "phone"])
          .where("uuid", "=", sessionOf(call).userUuid)
          .executeTakeFirstOrThrow(),
      };
    },
  }),
  route<ContactRequest | PasswordRequest>({
    method: "PATCH",
    path: "/user",
    auth: "full",
    summary:
      "Requests a new email or mobile phone: checks the password and sends a code to the new address or number. Or changes the password.",
    body: "UserRequest",
    response: "ContactCode",
    errors: [
      [403, "locked"],
      [422, "wrong_password"],
      [422, "duplicate_email"],
      [429, "too_many_codes"],
    ],
    async handler(call) {
      const { uuid, userUuid } = sessionOf(call);
      const { work, body } = call;
      if (!("new_password" in body)) return { data: await requestContactChange(work, uuid, userUuid, body) };
      await changePassword(work, uuid, userUuid, body);
      return { data: { nonce_token: null, type: "password", email: null, phone: null }, message: "You've changed your password." };
    },
  }),
  route<{ code: string; nonce_token: string }>({
    method: "POST",
    path: "/mfa-confirm-update/{type}",
    auth: "full",
    summary: "Changes the `email` or `phone` with the code that was sent to the new one, and notifies the old one.",
    body: "ContactConfirmRequest",
    response: "User",
    errors: [
      [400, "wrong_code"],
      [400, "expired_code"],
      [403, "locked"],
      [404, "not_found"],
      [422, "duplicate_email"],
    ],
    async handler(call) {
      const { uuid, userUuid } = sessionOf(call);
      return { data: await confirmContactChange(call.work, uuid, userUuid, call.params.type ?? "", call.body) };
    },
  }),
  route({
    method: "GET",
    path: "/depositor",
    auth: "full",
    summary: "Returns the depositor's saved information.",
    response: "Profile",
    async handler(call) {
      return { data: await profileOf(call.work, await caller(call)) };
    },
  }),
  route({
    method: "GET",
    path: "/depositor/progress",
    auth: "full",
    summary: "Returns the depositor's progress.",
    response: "Progress",
    errors: [[404, "not_found"]],
    async handler(call) {
      return { data: await progressOf(call.work, await caller(call)) };
    },
  }),
  route<DepositorPatch>({
    method: "PATCH",
    path: "/depositor",
    auth: "full",
    summary: "Saves pages of registration and moves the step; `confirm` runs the identity check, `cancel` cancels the application.",
    body: "DepositorPatch",
    sections: ["basic", "address", "employer", "confirm"],
    idempotency: { required: false },
    response: "DepositorSaved",
    errors: [
      [422, "duplicate_ssn"],
      [409, "step_refused"],
      [409, "already_funded"],
    ],
    async handler(call) {
      return {
        data: { progress: await progressOf(call.work, await patchDepositor(call.work, call.brand, sessionOf(call).userUuid, call.body)) },
      };
    },
  }),
];
