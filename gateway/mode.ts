/** Exports the start mode, parsed from the command line, and the text of its help, for the composition root. */

/**
 * `start`: built, with the sandbox. `dev`: from sources, with hot updates. `mock`: like dev, with example answers
 * instead of an upstream. `serve`: production; builds nothing and starts no sandbox. `sandbox`: the sandbox alone, for
 * gateways of other processes. `publish`: copies the built bundles to the folder that gateways share, and ends.
 */
export type Mode = "start" | "dev" | "mock" | "serve" | "sandbox" | "publish";

/** Modes that admit no other flag. */
const ALONE = { "--serve": "serve", "--sandbox": "sandbox", "--publish": "publish" } as const;

const USAGE = "usage: gateway/main.ts [--dev [--mock] | --serve | --sandbox | --publish]";

/** The text that `--help` prints. */
export const HELP = `${USAGE}

Starts the product with the sandbox bank, after building what is out of date.

  --dev      from sources, with hot updates
  --mock     with example answers in place of the sandbox bank
  --serve    in production: builds nothing, and starts no sandbox bank
  --sandbox  the sandbox bank alone
  --publish  copies the built flow bundles to BUNDLES_DIR, and ends
  --help     prints this text`;

export const asksForHelp = (args: readonly string[]): boolean => args.includes("--help");

/** The command line has unknown or conflicting arguments. */
export class UsageError extends Error {
  override readonly name = "WrongUsage";
  constructor() {
    super(USAGE);
  }
}

export function modeOf(args: readonly string[]): Mode {
  const flags = new Set(args);
  const alone = Object.entries(ALONE).find(([flag]) => flags.has(flag));
  const unknown = args.some((argument) => argument !== "--dev" && argument !== "--mock" && !Object.hasOwn(ALONE, argument));
  if (unknown || (alone && flags.size > 1) || (flags.has("--mock") && !flags.has("--dev"))) throw new UsageError();
  if (alone) return alone[1];
  if (flags.has("--mock")) return "mock";
  return flags.has("--dev") ? "dev" : "start";
}
