/** Exports the queries and mutations of alerts and banners. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../upstream/json-object.js";
import type { Context, Resolver, Resolvers } from "./context.js";

/** The type of a warning banner (S9). */
const WARNING = 2;

async function payload(context: Context, message: string) {
  return { alerts: await context.upstream.alert.alerts(), message: message || null };
}

const markAlertRead: Resolver<{ alert_id: string }> = async ({ alert_id }, context) =>
  payload(context, await context.upstream.alert.markRead(alert_id));
const markAllAlertsRead: Resolver = async (_, context) => payload(context, await context.upstream.alert.markAllRead());

/**
 * The service notice as a banner (D34). Its id is a hash of its text, so that the depositor dismisses the same notice
 * once.
 */
async function announcement({ upstream, warn }: Context): Promise<readonly JsonObject[]> {
  try {
    const { notice } = await upstream.institution.service();
    if (typeof notice !== "string" || notice === "") return [];
    return [{ uuid: createHash("sha256").update(notice).digest("hex").slice(0, 32), type: WARNING, message: notice }];
  } catch (error) {
    // The institution's own banners are shown even when the notice cannot be read.
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
