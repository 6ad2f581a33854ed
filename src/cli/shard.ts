/** Exports `shardOf`: the part of some work that `--shard I/N` names, for commands that run in several processes. */
import { Usage } from "./io.js";

/** For a process that compiles definitions, as `npm run flows` has it: they are many short-lived objects, whose collection would take a tenth of its time. */
export const YOUNG_GENERATION = "--max-semi-space-size=64";

/** The I-th of N parts (`2/4`: the second of four) of some items, each N-th item; all of them without a shard. */
export function shardOf<Item>(items: readonly Item[], shard: string | undefined): readonly Item[] {
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(shard ?? "1/1") ?? []).map(Number);
  if (part < 1 || part > parts) throw new Usage("--shard is I/N, such as 2/4.");
  return items.filter((_item, index) => index % parts === part - 1);
}
