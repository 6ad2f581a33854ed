/** Exports the differing lines of two texts, with context. */

const AROUND = 2;

/** Lengths of the longest common subsequence of the rests of two lists of lines. */
function common(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row !== undefined) row[j] = a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

/** Lines with `- ` (old), `+ ` (new), `  ` (context), and `...` for omitted lines. */
export function textDiff(was: string, is: string): string {
  const [a, b] = [was.split("\n"), is.split("\n")];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const table = common(left, right);
  const lines: string[] = a.slice(Math.max(0, start - AROUND), start).map((line) => `  ${line}`);
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(`  ${left[i] ?? ""}`);
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      lines.push(`- ${left[i] ?? ""}`);
      i += 1;
    } else {
      lines.push(`+ ${right[j] ?? ""}`);
      j += 1;
    }
  }
  lines.push(...a.slice(a.length - end, a.length - end + AROUND).map((line) => `  ${line}`));
  return withoutFar(lines).join("\n");
}

function withoutFar(lines: readonly string[]): readonly string[] {
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some((line) => !line.startsWith("  "));
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (near(index)) kept.push(line);
    else if (kept.at(-1) !== "  ...") kept.push("  ...");
  }
  return kept;
}
