/** Exports the nearest known name, for "did you mean", messages about a name that is not known, and messages without the suggestion. */

/** How many names a message lists where none is similar. */
const LISTED = 12;

/** The message that no `kind` has this name: it contains the nearest known name, or the known names where none is similar. */
export const noSuch = (kind: string, name: string, known: readonly string[]): string =>
  withKnown(`There is no ${kind} "${name}"`, name, known);

/** `sentence`, without its full stop, says that nothing has this name: with the nearest known name, or the first known names where none is similar. */
export function withKnown(sentence: string, name: string, known: readonly string[]): string {
  const near = suggested(name, known);
  if (near !== null) return `${sentence}; did you mean "${near}"?`;
  const others = known.length > LISTED ? ` and ${known.length - LISTED} more` : "";
  return `${sentence}: ${known.slice(0, LISTED).join(", ")}${others}.`;
}

/** A message without its suggestion, which depends on the other names: the rest says what is wrong. */
export function withoutSuggestion(message: string): string {
  return message.replace(/; did you mean "[^"]*"\?/g, "");
}

/** The known name to suggest for one that is not known: the most similar one, else the only one that has it as a word; null without one. */
export function suggested(name: string, known: readonly string[]): string | null {
  const [longer, ...others] = new Set(known.filter((candidate) => wordsOf(candidate).includes(name.toLowerCase())));
  return nearest(name, known) ?? (others.length === 0 ? (longer ?? null) : null);
}

/** The words of a name such as `us-phone` or `linkedAccounts`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** The known name of which `name` may be a misspelling: the most similar one; null where none is similar. */
export function nearest(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  // A third of the letters may be wrong; more is another word.
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein's distance with neighbouring letters swapped counting as one; gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
