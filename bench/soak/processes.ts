/** Exports the processes of the soak: gateways and the sandbox, which can be killed and started again, and their memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pause } from "./browser.js";

export interface ProcessOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the process is ready. */
  readonly readyAt: string;
}

const START_LIMIT_MS = 60_000;

/** A process that the soak ends and starts again. */
export class Restartable {
  #child: ChildProcess | null = null;
  #output = "";
  /** The output of all runs, at most the last 20,000 characters. */
  get output(): string {
    return this.#output;
  }

  constructor(readonly options: ProcessOptions) {}

  async start(): Promise<void> {
    const { name, args, cwd, env, readyAt } = this.options;
    const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-20_000);
      });
    for (const from = Date.now(); Date.now() - from < START_LIMIT_MS; await pause(100)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} has ended:\n${this.#output}`);
      const response = await fetch(readyAt).catch(() => null);
      if (response?.ok) return;
    }
    throw new Error(`${name} is not ready after ${START_LIMIT_MS / 1000} s:\n${this.#output}`);
  }

  /** Ends the process; SIGKILL as a crash does, SIGTERM as an update does. Resolves when it has ended. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }

  /** The resident memory in MB; null while the process does not run. */
  memory(): number | null {
    try {
      const status = readFileSync(`/proc/${this.#child?.pid}/status`, "utf8");
      const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
      return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
    } catch {
      return null; // The process has just ended.
    }
  }
}
