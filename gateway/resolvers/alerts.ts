/** Exports the query of the banners that the app shows. */
import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "../upstream/json-object.js";
import type { Calls, Context, Resolver, Resolvers } from "./context.js";

/** The type of a warning banner (S9). */
const WARNING = 2;

/**
 * The service notice as a banner (D34). Its id is a hash of its text, so that the depositor dismisses the same notice
 * once.
 */
async function announcement(calls: Calls, { warn }: Context): Promise<readonly JsonObject[]> {
  try {
    const service = await calls.query("service");
    const notice = isJsonObject(service) ? service.notice : null;
    if (typeof notice !== "string" || notice === "") return [];
    return [{ uuid: createHash("sha256").update(notice).digest("hex").slice(0, 32), type: WARNING, message: notice }];
  } catch (error) {
    // The institution's own banners are shown even when the notice cannot be read.
    warn("service-notice", error);
    return [];
  }
}

const banners: Resolver = async (_, context, calls) => {
  const [announced, own] = await Promise.all([announcement(calls, context), calls.query("bannerAlerts")]);
  return [...announced, ...(own as readonly JsonObject[])];
};

export const alertQueries: Resolvers = { banners };
