/** Exports the start mode, parsed from the command line, for the composition root. */

/**
 * `start`: built, with the sandbox. `dev`: from sources, with hot updates. `mock`: like dev, with example answers
 * instead of an upstream. `serve`: production; builds nothing and starts no sandbox. `sandbox`: the sandbox alone, for
 * gateways of other processes.
 */
export type Mode = "start" | "dev" | "mock" | "serve" | "sandbox";

/** The command line has unknown or conflicting arguments. */
export class UsageError extends Error {
  override readonly name = "WrongUsage";
  constructor() {
    super("usage: gateway/main.ts [--dev [--mock] | --serve | --sandbox]");
  }
}

export function modeOf(args: readonly string[]): Mode {
  const flags = new Set(args);
  const unknown = args.some((argument) => !["--dev", "--mock", "--serve", "--sandbox"].includes(argument));
  const alone = flags.has("--serve") || flags.has("--sandbox");
  if (unknown || (alone && flags.size > 1) || (flags.has("--mock") && !flags.has("--dev"))) throw new UsageError();
  if (flags.has("--serve")) return "serve";
  if (flags.has("--sandbox")) return "sandbox";
  if (flags.has("--mock")) return "mock";
  return flags.has("--dev") ? "dev" : "start";
}
