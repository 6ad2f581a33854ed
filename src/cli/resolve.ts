/** Exports `flows resolve`: NDJSON in, one JSON line out for each, in order. */

import { parseArguments } from "./arguments.js";
import { loadBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import type { Io } from "./io.js";
import { linesOf } from "./ndjson.js";
import { answerLine } from "./resolve-answer.js";
import { stateCheck } from "./state-check.js";

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options } = parseArguments(args, COMMANDS.resolve);
  const { bundle, source } = await loadBrand(io, options.brand);
  const check = stateCheck(source.files.get("schemas/state.schema.json") ?? "");
  const answering = { core: bundle.core, check, now: io.now };
  let before = 0;
  for await (const lines of linesOf(io.input)) {
    const first = before + 1;
    await io.write(lines.map((line, index) => `${JSON.stringify(answerLine(line, first + index, answering))}\n`).join(""));
    before += lines.length;
  }
  return 0;
}
