/**
 * Exports a cache of the results for the newest texts, for the readers of files: most files of a definition are the same
 * for the next brand, after an edit, and in a mutant. Results are immutable, so that callers share them.
 */

/** A file of the base as it is, and as some mutants or edits have it. */
const KEPT = 4;

interface Recent<Result> {
  readonly texts: readonly string[];
  readonly result: Result;
}

/**
 * Keeps the results of the newest lists of texts, which it compares text by text, so that an edit can never give an old result.
 */
export class RecentTexts<Result> {
  #recent: readonly Recent<Result>[] = [];

  /** `kept`: how many results it keeps. */
  constructor(readonly kept = KEPT) {}

  /** The result of `make` for some texts; calls it, with the newest results, where there is no stored result. */
  of(texts: readonly string[], make: (recent: readonly Result[]) => Result): Result {
    const known = this.#recent.find((one) => isSame(one.texts, texts));
    if (known !== undefined && known === this.#recent[0]) return known.result;
    const first = known ?? { texts, result: make(this.#recent.map(({ result }) => result)) };
    this.#recent = [first, ...this.#recent.filter((one) => one !== first)].slice(0, this.kept);
    return first.result;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** The names and texts of the files with such names. */
export function textsOf(files: ReadonlyMap<string, string>, name: RegExp): readonly string[] {
  return [...files].flatMap(([file, text]) => (name.test(file) ? [file, text] : []));
}
