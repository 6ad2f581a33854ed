/** Exports the routes of `/api/v1`, for the router and the OpenAPI document. */
import type { Route } from "../http/route.js";
import { accountSettingsRoutes } from "./account-settings.js";
import { authRoutes } from "./auth.js";
import { depositorRoutes } from "./depositor.js";
import { documentAndAlertRoutes } from "./documents.js";
import { institutionRoutes } from "./institution.js";
import { jointAccountRoutes } from "./joint-account.js";
import { messageRoutes } from "./messages.js";
import { fundingRoutes, linkRoutes } from "./money.js";
import { relatedPartyRoutes } from "./related-parties.js";
import { transferRoutes } from "./transfers.js";

export const routes: readonly Route[] = [
  ...authRoutes,
  ...institutionRoutes,
  ...depositorRoutes,
  ...linkRoutes,
  ...fundingRoutes,
  ...transferRoutes,
  ...documentAndAlertRoutes,
  ...messageRoutes,
  ...relatedPartyRoutes,
  ...jointAccountRoutes,
  ...accountSettingsRoutes,
];
