/** Exports the routes of My Account: sessions, remembered devices, preferences, and changes of linked accounts. */
import { devicesOf, forgetDevice } from "../devices.js";
import { type Route, route, sessionOf } from "../http/route.js";
import { removeLink, renameLink } from "../link-management.js";
import { linkWire } from "../links.js";
import { changePreferences, type Preferences, preferencesOf } from "../preferences.js";
import { closeSessionOf, sessionsOf } from "../sessions.js";

export const accountSettingsRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/x/sessions",
    auth: "full",
    summary: "Returns the user's sessions that have not ended, the latest used first.",
    response: "SignedInSession[]",
    extension: "account_security",
    async handler(call) {
      return { data: await sessionsOf(call.work, sessionOf(call)) };
    },
  }),
  route({
    method: "DELETE",
    path: "/x/sessions/{uuid}",
    auth: "full",
    summary: "Ends another session of the user.",
    response: "SignedInSession[]",
    extension: "account_security",
    errors: [
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      await closeSessionOf(call.work, sessionOf(call), call.params.uuid ?? "");
      return { data: await sessionsOf(call.work, sessionOf(call)) };
    },
  }),
  route({
    method: "GET",
    path: "/x/devices",
    auth: "full",
    summary: "Returns the remembered devices, the newest first.",
    response: "RememberedDevice[]",
    extension: "account_security",
    async handler(call) {
      return { data: await devicesOf(call.work, sessionOf(call).userUuid) };
    },
  }),
  route({
    method: "DELETE",
    path: "/x/devices/{uuid}",
    auth: "full",
    summary: "Forgets a remembered device: its next sign-in needs a code.",
    response: "RememberedDevice[]",
    extension: "account_security",
    errors: [[404, "not_found"]],
    async handler(call) {
      const { userUuid } = sessionOf(call);
      await forgetDevice(call.work, userUuid, call.params.uuid ?? "");
      return { data: await devicesOf(call.work, userUuid) };
    },
  }),
  route({
    method: "GET",
    path: "/x/preferences",
    auth: "full",
    summary: "Returns the emails that the user wants, and whether statements are paperless.",
    response: "Preferences",
    extension: "preferences",
    async handler(call) {
      return { data: await preferencesOf(call.work, sessionOf(call).userUuid) };
    },
  }),
  route<Partial<Preferences>>({
    method: "PATCH",
    path: "/x/preferences",
    auth: "full",
    summary: "Changes the preferences that are given.",
    body: "PreferencesRequest",
    response: "Preferences",
    extension: "preferences",
    async handler(call) {
      return { data: await changePreferences(call.work, sessionOf(call).userUuid, call.body) };
    },
  }),
  route<{ nickname: string }>({
    method: "PATCH",
    path: "/x/linked-accounts/{uuid}",
    auth: "full",
    summary: "Names a linked account.",
    body: "NicknameRequest",
    response: "LinkedAccount[]",
    extension: "link_management",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
    ],
    async handler(call) {
      const links = await renameLink(call.work, sessionOf(call).userUuid, call.params.uuid ?? "", call.body.nickname);
      return { data: links.map(linkWire) };
    },
  }),
  route({
    method: "DELETE",
    path: "/x/linked-accounts/{uuid}",
    auth: "full",
    summary: "Removes a linked account that has no transfer in progress.",
    response: "LinkedAccount[]",
    extension: "link_management",
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "transfers_pending"],
    ],
    async handler(call) {
      return { data: (await removeLink(call.work, sessionOf(call).userUuid, call.params.uuid ?? "")).map(linkWire) };
    },
  }),
];
