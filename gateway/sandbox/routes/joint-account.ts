/** Exports the routes of the joint account: the application, the invitation and its acceptance. */
import { depositorOf } from "../depositors.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { openInvitation } from "../invitations.js";
import { jointAccountOf, jointProgressOf } from "../joint-account.js";
import {
  closeSecondaryApplication,
  type IdentityProof,
  proveIdentity,
  registerSecondary,
  resendInvitation,
  type SecondaryPatch,
  secondaryProfile,
  updateSecondary,
  updateSecondaryEmail,
} from "../joint-holder.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);

export const jointAccountRoutes: readonly Route[] = [
  route<{ excludeDepositorIds?: readonly string[] }>({
    method: "POST",
    path: "/entity/details",
    auth: "full",
    summary: "Returns the joint account and its holders.",
    body: "EntityDetailsRequest",
    response: "JointAccount?",
    async handler(call) {
      return { data: await jointAccountOf(call.work, (await caller(call)).entity_uuid, call.body.excludeDepositorIds ?? []) };
    },
  }),
  route({
    method: "GET",
    path: "/depositor/secondary-progress",
    auth: "full",
    summary: "Returns the joint holder's progress.",
    response: "JointProgress?",
    async handler(call) {
      return { data: await jointProgressOf(call.work, (await caller(call)).entity_uuid) };
    },
  }),
  route<{ email: string; entity_id?: string | null }>({
    method: "POST",
    path: "/depositor/register-secondary",
    auth: "full",
    summary: "Begins the application of a second holder, or changes the email of one that was begun.",
    body: "RegisterSecondaryRequest",
    idempotency: { required: false },
    response: "JointAccount?",
    status: 201,
    errors: [
      [403, "not_allowed"],
      [409, "conflict"],
      [422, "duplicate_email"],
    ],
    async handler(call) {
      return { data: await registerSecondary(call.work, call.brand, sessionOf(call).userUuid, call.body.email) };
    },
  }),
  route<SecondaryPatch>({
    method: "PATCH",
    path: "/depositor/update-secondary",
    auth: "full",
    summary: "Saves pages of the joint application; `confirm` submits it and sends the invitation.",
    body: "SecondaryPatch",
    idempotency: { required: false },
    sections: ["basic", "address", "employer", "confirm"],
    response: "JointAccount?",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "conflict"],
      [409, "step_refused"],
      [422, "duplicate_ssn"],
    ],
    async handler(call) {
      return { data: await updateSecondary(call.work, call.brand, sessionOf(call).userUuid, call.body) };
    },
  }),
  route<{ email: string }>({
    method: "PATCH",
    path: "/depositor/update-secondary-email",
    auth: "full",
    summary: "Changes the email of an invited person and sends the invitation there.",
    body: "SecondaryEmailRequest",
    idempotency: { required: false },
    response: "JointAccount?",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "conflict"],
      [422, "duplicate_email"],
    ],
    async handler(call) {
      return { data: await updateSecondaryEmail(call.work, call.brand, sessionOf(call).userUuid, call.body.email) };
    },
  }),
  route({
    method: "POST",
    path: "/depositor/resend-secondary-verification",
    auth: "full",
    summary: "Sends a new invitation, which replaces the earlier one.",
    idempotency: { required: false },
    response: "null",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "conflict"],
      [429, "too_soon"],
    ],
    async handler(call) {
      await resendInvitation(call.work, call.brand, sessionOf(call).userUuid);
      return { data: null, message: "We sent a new invitation." };
    },
  }),
  route({
    method: "GET",
    path: "/depositor/secondary-info",
    auth: "full",
    summary: "Returns the answers of the joint application so far.",
    response: "Profile?",
    async handler(call) {
      return { data: await secondaryProfile(call.work, (await caller(call)).entity_uuid) };
    },
  }),
  route({
    method: "POST",
    path: "/depositor/close-secondary-application",
    auth: "full",
    summary: "Ends the joint application and erases it.",
    response: "null",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      await closeSecondaryApplication(call.work, call.brand, sessionOf(call).userUuid);
      return { data: null };
    },
  }),
  route<{ uuid: string; hash: string }>({
    method: "POST",
    path: "/x/joint-invitation",
    auth: "open",
    summary: "Checks whether the link of an invitation can still be used. Changes nothing.",
    body: "JointInvitationRequest",
    response: "null",
    extension: "invitation_check",
    errors: [
      [400, "expired_link"],
      [403, "account_closing"],
      [403, "locked"],
    ],
    async handler({ work, body }) {
      await openInvitation(work, body.uuid, body.hash);
      return { data: null };
    },
  }),
  route<IdentityProof & { accept_terms: true; accept_esign: true; w9_certified: true }>({
    method: "POST",
    path: "/verify-identity",
    auth: "open",
    summary: "Proves the identity of an invited person, three attempts; returns the token with which they choose a password.",
    body: "VerifyIdentityRequest",
    response: "IdentityProven",
    errors: [
      [400, "expired_link"],
      [403, "account_closing"],
      [403, "locked"],
      [422, "wrong_identity"],
    ],
    async handler({ work, brand, body, headers }) {
      return { data: await proveIdentity(work, brand, body, headers.get("x-forwarded-for")) };
    },
  }),
];
