/** Exports the fake system of a command for the tests of the flow tool: keeps what the command writes. */
import type { Io } from "../../src/cli/io.js";
import { ROOT } from "../support/sources.js";

export interface CapturedIo extends Io {
  /** The texts of the command's output. */
  readonly written: readonly string[];
  /** The lines of its error output. */
  readonly warned: readonly string[];
}

interface CaptureOptions {
  readonly root?: string;
  /** The text of the standard input. */
  readonly input?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

export function captureIo({ root = ROOT, input = "", now = 0 }: CaptureOptions = {}): CapturedIo {
  const written: string[] = [];
  const warned: string[] = [];
  return {
    root,
    written,
    warned,
    processors: 1,
    now: () => now,
    input: (async function* () {
      yield input;
    })(),
    write: async (text) => void written.push(text),
    warn: (text) => void warned.push(text),
  };
}

export interface CommandResult {
  /** The exit code. */
  readonly code: number;
  readonly written: string;
  readonly warned: string;
}

/** Runs a command with a fake system. */
export async function capture(command: (io: Io) => Promise<number>, options?: CaptureOptions): Promise<CommandResult> {
  const io = captureIo(options);
  const code = await command(io);
  return { code, written: io.written.join(""), warned: io.warned.join("\n") };
}
