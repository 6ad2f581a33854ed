/** Exports the reader of NDJSON from a stream; it keeps only the unfinished line. */

/** The lines of each piece of input together, so that an answer can be written as soon as its question is there. */
export async function* linesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of input) {
    const text = rest + (typeof piece === "string" ? piece : decoder.decode(piece, { stream: true }));
    const lines = text.split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
