/** Exports the start mode, parsed from the command line, for the composition root. */

/**
 * `start`: built, with the sandbox. `dev`: from sources, with hot updates. `mock`: like dev, with example answers
 * instead of an upstream. `serve`: production; builds nothing and starts no sandbox.
 */
export type Mode = "start" | "dev" | "mock" | "serve";

/** The command line has unknown or conflicting arguments. */
export class UsageError extends Error {
  override readonly name = "WrongUsage";
  constructor() {
    super("usage: gateway/main.ts [--dev [--mock] | --serve]");
  }
}

export function modeOf(args: readonly string[]): Mode {
  const flags = new Set(args);
  const unknown = args.some((argument) => !["--dev", "--mock", "--serve"].includes(argument));
  if (unknown || (flags.has("--serve") && flags.size > 1) || (flags.has("--mock") && !flags.has("--dev"))) throw new UsageError();
  if (flags.has("--serve")) return "serve";
  if (flags.has("--mock")) return "mock";
  return flags.has("--dev") ? "dev" : "start";
}
