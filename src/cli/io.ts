/** Exports the system functions that a command of the flow tool may use; tests pass their own. */
import { availableParallelism } from "node:os";

export interface Io {
  /** The repository's root: it contains `flows/`, `schemas/` and `gateway/schema.graphql`. */
  readonly root: string;
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Writes the answer (stdout); resolves when more may be written, so that a slow reader slows the command down. */
  readonly write: (text: string) => Promise<void>;
  /** Prints an error (stderr). */
  readonly warn: (text: string) => void;
  /** The wall clock, milliseconds. */
  readonly now: () => number;
  /** The tool's own program, which a command may start in further processes; absent where another program runs the command. */
  readonly program?: string;
  /** How many processors this process and those that it starts share. */
  readonly processors: number;
}

/** A command: its arguments without its name; the exit code (0 done, 1 the flows have errors, 2 wrong usage). */
export type Command = (args: readonly string[], io: Io) => Promise<number>;

/** The command was called wrongly: exit code 2. */
export class Usage extends Error {
  override readonly name = "Usage";
}

/** The flows have errors, which are already printed: exit code 1. */
export class FlowsWrong extends Error {
  override readonly name = "FlowsWrong";
  constructor() {
    super("The flows have errors.");
  }
}

/** The `Io` of this process: its streams and its clock. A reader that closes early (`| head`) ends the writing quietly. */
export function processIo(root: string, program: string): Io {
  const { stdout, stderr, stdin } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    root,
    program,
    processors: availableParallelism(),
    input: stdin,
    write: (text) =>
      new Promise((resolve) => {
        if (stdout.write(text)) resolve();
        else stdout.once("drain", resolve);
      }),
    warn: (text) => void stderr.write(text.endsWith("\n") ? text : `${text}\n`),
    now: () => Date.now(),
  };
}
