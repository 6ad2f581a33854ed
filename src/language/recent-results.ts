/**
 * Exports the memory of the results of the newest sources, for the compiler, the proof and the documents: the commands, the development
 * server and the tests ask several times for the same definitions. Results are immutable, so that callers share them.
 */
import type { FlowSource } from "./source.js";

/** Both brands with and without their overlays, before and after a change. */
const KEPT = 8;

interface Recent<Result> {
  readonly source: FlowSource;
  readonly slug: string;
  readonly result: Result;
}

/** The results of the newest sources, the newest first. Sources with the same texts are the same. */
export class RecentResults<Result> {
  #recent: readonly Recent<Result>[] = [];

  /** The result of a source and a brand; makes it where it is not among the newest. */
  of(source: FlowSource, slug: string, make: () => Result): Result {
    const known = this.#recent.find((one) => one.slug === slug && hasSameTexts(one.source, source));
    // A copy: the caller may change its map later.
    const first = known ?? { source: { files: new Map(source.files) }, slug, result: make() };
    this.#recent = [first, ...this.#recent.filter((one) => one !== first)].slice(0, KEPT);
    return first.result;
  }
}

function hasSameTexts(a: FlowSource, b: FlowSource): boolean {
  return a.files.size === b.files.size && [...a.files].every(([file, text]) => b.files.get(file) === text);
}
