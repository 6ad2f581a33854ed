/** Alerts, banners, messages. */
import type { Context, Resolver, Resolvers } from "./context.js";

async function payload(context: Context, message: string) {
  return { alerts: await context.upstream.alert.alerts(), message: message || null };
}

const markAlertRead: Resolver<{ alert_id: string }> = async ({ alert_id }, context) =>
  payload(context, await context.upstream.alert.markRead(alert_id));
const markAllAlertsRead: Resolver = async (_, context) => payload(context, await context.upstream.alert.markAllRead());

export const alertQueries: Resolvers = {
  alerts: (_, { upstream }) => upstream.alert.alerts(),
  banners: (_, { upstream }) => upstream.alert.banners(),
  bannerAlerts: (_, { upstream }) => upstream.alert.banners(),
  messages: (_, { upstream }) => upstream.alert.messages(),
};

export const alertMutations: Resolvers = { markAlertRead, markAllAlertsRead };
