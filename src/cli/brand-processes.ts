/** Exports the further processes of `flows test`, each of which runs the scenarios with a part of the brands. */
import { type ChildProcess, spawn } from "node:child_process";
import { FlowsWrong, type Io } from "./io.js";
import type { BrandRuns } from "./run-brands.js";
import type { Selection } from "./selected-scenarios.js";
import { YOUNG_GENERATION } from "./shard.js";

export interface OtherBrands {
  /** The part of the brands that is left to this process. */
  readonly shard: string;
  /** What the other parts have shown. Throws `FlowsWrong` after printing what is wrong with one of these brands. */
  runs(): Promise<readonly BrandRuns[]>;
  stop(): void;
}

/** What one process keeps busy: V8 compiles and collects garbage on further threads. Two processes on two took longer than one. */
const PROCESSORS_OF_PROCESS = 2;

/**
 * Starts as many further processes as there are processors for them, each with a part of the brands; null where this process
 * runs all: for a selection of scenarios, which take less time than a process needs to start, and without the flow tool's program.
 */
export function startOtherBrands(
  { program, processors, warn }: Io,
  brands: number,
  { brand, shard, patterns }: Selection,
): OtherBrands | null {
  const parts = Math.min(brands, Math.floor(processors / PROCESSORS_OF_PROCESS));
  if (program === undefined || parts < 2 || brand !== undefined || shard !== undefined || patterns.length > 0) return null;
  const children = Array.from({ length: parts - 1 }, (_none, index) =>
    spawn(process.execPath, [YOUNG_GENERATION, program, "test", "--shard", `${index + 2}/${parts}`], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    }),
  );
  const answers = children.map(answerOf);
  // What they report is read at the end; until then, a rejection is not lost.
  for (const answer of answers) answer.catch(() => {});
  return {
    shard: `1/${parts}`,
    async runs() {
      try {
        return await Promise.all(answers);
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
        warn(error.message);
        throw new FlowsWrong();
      }
    },
    stop() {
      for (const child of children) child.kill();
    },
  };
}

/** A process ended without an answer; the message is what it printed. */
class Ended extends Error {}

function answerOf(child: ChildProcess): Promise<BrandRuns> {
  return new Promise((done, reject) => {
    const printed: Buffer[] = [];
    child.stderr?.on("data", (chunk: Buffer) => void printed.push(chunk));
    child.once("message", (runs) => done(runs as BrandRuns));
    child.once("error", reject);
    child.once("close", (code) => {
      const text = Buffer.concat(printed).toString();
      if (code === 1 && text !== "") reject(new Ended(text));
      else reject(new Error(`A process of test ended with the exit code ${code ?? "of a signal"}. ${text}`.trim()));
    });
  });
}

/** Whether another process has started this one for a part of the brands. */
export const isStarted = ({ shard }: Selection): boolean => shard !== undefined && process.send !== undefined;

/** Sends the runs to the process that has started this one. */
export function sendRuns(runs: BrandRuns): void {
  // An open channel would keep the process alive.
  process.send?.(runs, () => process.disconnect());
}
