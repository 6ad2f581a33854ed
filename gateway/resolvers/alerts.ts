/** Alerts and banners. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../upstream/response-data.js";
import type { Context, Resolver, Resolvers } from "./context.js";

/** S9: the type of a banner that warns. */
const WARNING = 2;

async function payload(context: Context, message: string) {
  return { alerts: await context.upstream.alert.alerts(), message: message || null };
}

const markAlertRead: Resolver<{ alert_id: string }> = async ({ alert_id }, context) =>
  payload(context, await context.upstream.alert.markRead(alert_id));
const markAllAlertsRead: Resolver = async (_, context) => payload(context, await context.upstream.alert.markAllRead());

/** What the service has to announce, as a banner (D34): the same words are the same banner, and dismissed once. */
async function announcement({ upstream, warn }: Context): Promise<readonly JsonObject[]> {
  try {
    const { notice } = await upstream.institution.service();
    if (typeof notice !== "string" || notice === "") return [];
    return [{ uuid: createHash("sha256").update(notice).digest("hex").slice(0, 32), type: WARNING, message: notice }];
  } catch (error) {
    // The institution's own banners do not wait for what cannot be had.
    warn("service notice", error);
    return [];
  }
}

const banners: Resolver = async (_, context) => {
  const [announced, own] = await Promise.all([announcement(context), context.upstream.alert.banners()]);
  return [...announced, ...own];
};

export const alertQueries: Resolvers = {
  alerts: (_, { upstream }) => upstream.alert.alerts(),
  banners,
  bannerAlerts: (_, { upstream }) => upstream.alert.banners(),
};

export const alertMutations: Resolvers = { markAlertRead, markAllAlertsRead };
