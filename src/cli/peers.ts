/** Exports the exchange of results between the processes of one command, for `flows mutate`. */
import type { ChildProcess } from "node:child_process";
import type { StoredReads } from "../scenarios/read-record.js";

export interface Peers {
  /** The part of the common work that this process does; all of it without one. */
  readonly shard: string | undefined;
  readonly isFirst: boolean;
  /** The parts of all processes, once each has its own. */
  share(part: StoredReads): Promise<readonly StoredReads[]>;
}

/** One process without others. */
export const ALONE: Peers = { shard: undefined, isFirst: true, share: async (part) => [part] };

/** The peers of a process that another one has started with a channel (`shareBetween`); otherwise it is alone. */
export function peersOf(shard: string | undefined): Peers {
  if (shard === undefined || process.send === undefined) return ALONE;
  return {
    shard,
    isFirst: shard.startsWith("1/"),
    share: (part) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error("Another process of the command has ended."));
        process.once("disconnect", ended);
        process.once("message", (parts) => {
          process.off("disconnect", ended);
          // An open channel would keep the process alive.
          process.disconnect();
          resolve(parts as readonly StoredReads[]);
        });
        process.send?.(part);
      }),
  };
}

/** Gives each of these processes the parts of all, once each has sent its own. */
export function shareBetween(children: readonly ChildProcess[]): void {
  const parts: StoredReads[] = [];
  for (const child of children)
    child.once("message", (part) => {
      parts.push(part as StoredReads);
      if (parts.length === children.length) for (const one of children) one.send(parts);
    });
}
