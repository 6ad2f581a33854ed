/** `flows explain`: for the one question on stdin, in words, why one ends where one ends. */

import { parseArguments } from "./arguments.js";
import { loadBrand } from "./brand-bundle.js";
import { explain, explainDecision } from "./explanation.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import { linesOf } from "./lines.js";
import { questionOf, WrongQuestion } from "./question.js";
import { stateCheck } from "./state-check.js";

async function onlyLine(io: Io): Promise<string> {
  const found: string[] = [];
  for await (const lines of linesOf(io.input)) found.push(...lines.filter((line) => line.trim() !== ""));
  const [line] = found;
  if (line === undefined || found.length > 1) throw new Usage('explain reads one line: {"state": {...}, "location": {...}}.');
  return line;
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options } = parseArguments(args, { options: ["brand"] });
  const line = await onlyLine(io);
  const { bundle, source } = await loadBrand(io, options.brand);
  try {
    const question = questionOf(line, bundle.core, stateCheck(source.files.get("schemas/state.schema.json") ?? ""), io.now);
    const lines =
      question.location === undefined
        ? explainDecision(bundle.core, question.state, question.decide)
        : explain(bundle.core, question.state, question.location).lines;
    await io.write(`${lines.join("\n")}\n`);
    return 0;
  } catch (error) {
    if (error instanceof WrongQuestion) throw new Usage(error.message);
    throw error;
  }
}
