/** Exports `flows explain`: why a depositor reaches a screen, for a persona at a path or for one JSON line on stdin. */
import type { Bundle } from "../language/bundle.js";
import type { FlowSource } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import { parseArguments } from "./arguments.js";
import { loadBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { explain, explainDecision } from "./explanation.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import { linesOf } from "./ndjson.js";
import { personaState, readPersonas } from "./persona-files.js";
import { type Question, questionOf, WrongQuestion } from "./resolve-question.js";
import { stateCheck } from "./state-check.js";

async function onlyLine(io: Io): Promise<string> {
  const found: string[] = [];
  for await (const lines of linesOf(io.input)) found.push(...lines.filter((line) => line.trim() !== ""));
  const [line] = found;
  if (line === undefined || found.length > 1) throw new Usage('explain reads one line: {"state": {...}, "location": {...}}.');
  return line;
}

/** The question of a JSON line. */
function questionOfLine(line: string, bundle: Bundle, source: FlowSource, io: Io): Question {
  try {
    return questionOf(line, bundle.core, stateCheck(source.files.get("schemas/state.schema.json") ?? ""), io.now);
  } catch (error) {
    if (error instanceof WrongQuestion) throw new Usage(error.message);
    throw error;
  }
}

/** The question of `--persona NAME PATH` and of `--persona NAME --decide DECISION`. */
async function questionOfPersona(
  name: string,
  path: string | undefined,
  decide: string | undefined,
  bundle: Bundle,
  io: Io,
): Promise<Question> {
  const personas = await readPersonas(io.root);
  const persona = personas.find((one) => one.name === name);
  if (persona === undefined)
    throw new Usage(
      noSuch(
        "persona",
        name,
        personas.map((one) => one.name),
      ),
    );
  const state = personaState(bundle.core, persona, new Date(io.now()).toISOString());
  if (decide !== undefined) {
    const decisions = Object.keys(bundle.core.decisions);
    if (!decisions.includes(decide)) throw new Usage(noSuch("decision", decide, decisions));
    return { state, decide };
  }
  if (path?.startsWith("/") !== true) throw new Usage("explain --persona NAME needs a path that begins with /.");
  const { pathname, search } = new URL(path, "https://passbook.example");
  return { state, location: { pathname, search, state: null } };
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = parseArguments(args, COMMANDS.explain);
  const { persona, decide } = options;
  const [path] = rest;
  if (persona === undefined && (path !== undefined || decide !== undefined)) throw new Usage("A path or --decide needs --persona NAME.");
  if (path !== undefined && decide !== undefined) throw new Usage("explain takes a path or --decide, not both.");
  const line = persona === undefined ? await onlyLine(io) : "";
  const { bundle, source } = await loadBrand(io, options.brand);
  const question =
    persona === undefined ? questionOfLine(line, bundle, source, io) : await questionOfPersona(persona, path, decide, bundle, io);
  const lines =
    question.location === undefined
      ? explainDecision(bundle.core, question.state, question.decide)
      : explain(bundle.core, question.state, question.location).lines;
  await io.write(`${lines.join("\n")}\n`);
  return 0;
}
