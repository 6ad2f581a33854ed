/** Exports the stages of a Dockerfile as data, for the tests of the image: no container engine is needed. */

interface Instruction {
  readonly name: string;
  readonly args: string;
}

export interface Stage {
  readonly name: string | null;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Parses instructions, continued lines and comments; here-documents are not used here. */
export function stagesOf(text: string): readonly Stage[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replace(/\\\n/g, " ")
    .split("\n");
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const [, name = "", args = ""] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
    const [, from, , stage] = (name.toUpperCase() === "FROM" && /^(\S+)(\s+AS\s+(\S+))?$/i.exec(args)) || [];
    if (from !== undefined) stages.push({ name: stage ?? null, from, instructions: [] });
    else stages.at(-1)?.instructions.push({ name: name.toUpperCase(), args });
  }
  return stages;
}

/** The arguments of a stage's instructions of one name. */
export const argsOf = (stage: Stage, name: string): readonly string[] =>
  stage.instructions.filter((each) => each.name === name).map(({ args }) => args);

export interface Copied {
  /** The stage that it is copied from; null for the build context. */
  readonly from: string | null;
  /** Without the stage's working folder. */
  readonly sources: readonly string[];
  readonly target: string;
}

export function copiesOf(stage: Stage): readonly Copied[] {
  return argsOf(stage, "COPY").map((args) => {
    const words = args.split(/\s+/);
    const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length) ?? null;
    const paths = words.filter((word) => !word.startsWith("--"));
    return { from, sources: paths.slice(0, -1).map((path) => path.replace(/^\/app\//, "")), target: paths.at(-1) ?? "" };
  });
}
