/** `flows check`: everything that is wrong with the definitions of one brand or of all. */
import { brands, compile, type Problem, sortProblems } from "../engine/index.js";
import { parseArguments } from "./arguments.js";
import { problemLine } from "./brand-bundle.js";
import { type Io, Usage } from "./io.js";
import { readSource } from "./source-files.js";

/** Ways of saying problems: where they go, and how. */
const FORMATS: Readonly<Record<string, (problems: readonly Problem[], io: Io) => Promise<void>>> = {
  text: async (problems, io) => {
    for (const problem of problems) io.warn(problemLine(problem));
  },
  json: (problems, io) => io.write(`${JSON.stringify(problems, null, 2)}\n`),
  /** Annotations of a GitHub workflow. */
  github: async (problems, io) => {
    for (const { file, line, column, severity, rule, message } of problems) await io.write(`::${severity} file=${file},line=${line},col=${column},title=${rule}::${escaped(message)}\n`);
  },
};

function escaped(message: string): string {
  return message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, { options: ["brand", "format"], flags: ["all"] });
  const say = FORMATS[options.format ?? "text"];
  if (say === undefined) throw new Usage(`--format is one of ${Object.keys(FORMATS).join(", ")}.`);
  if (options.brand !== undefined && flags.has("all")) throw new Usage("check takes --brand SLUG or --all, not both.");
  const source = await readSource(io.root);
  const slugs = options.brand === undefined ? brands(source) : [options.brand];
  if (options.brand !== undefined && !brands(source).includes(options.brand)) throw new Usage(`There is no brand "${options.brand}": ${brands(source).join(", ")}.`);
  const problems = sortProblems(slugs.flatMap((slug) => compile(source, slug).problems));
  await say(problems, io);
  return problems.some((problem) => problem.severity === "error") ? 1 : 0;
}
