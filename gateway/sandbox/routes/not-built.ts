/** Exports the routes that the sandbox lacks. */
import type { Route } from "../http/route.js";

/** Endpoints of the specification that the sandbox answers with 501 `not_built`. */
export const notBuiltRoutes: readonly Pick<Route, "method" | "path">[] = [
  { method: "POST", path: "/depositor/register-secondary" },
  { method: "PATCH", path: "/depositor/update-secondary-email" },
  { method: "PATCH", path: "/depositor/update-secondary" },
  { method: "GET", path: "/depositor/secondary-info" },
  { method: "POST", path: "/verify-identity" },
  { method: "POST", path: "/depositor/close-secondary-application" },
  { method: "POST", path: "/depositor/resend-secondary-verification" },
];
