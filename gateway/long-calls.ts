/** Exports the limit on the documents and uploads of one sign-in, for the document and GraphQL routes. */
import type { FastifyReply } from "fastify";
import { RateLimited } from "./upstream/errors.js";

/** How many one sign-in may have at once: the connections to the institution for long calls are shared by all depositors. */
const MOST_AT_ONCE = 6;

/** Counts a long call of a sign-in until its response has ended. Throws `RateLimited` when there are too many. */
export type LimitLongCalls = (signIn: string, reply: FastifyReply) => void;

export function createLongCallLimit(): LimitLongCalls {
  const underWay = new Map<string, number>();
  return (signIn, reply) => {
    // The browser has gone before: no event ends the count, and the request's signal ends the call.
    if (reply.raw.destroyed) return;
    const before = underWay.get(signIn) ?? 0;
    if (before >= MOST_AT_ONCE) throw new RateLimited();
    underWay.set(signIn, before + 1);
    reply.raw.once("close", () => {
      const left = (underWay.get(signIn) ?? 1) - 1;
      if (left === 0) underWay.delete(signIn);
      else underWay.set(signIn, left);
    });
  };
}
