/** Exports a temporary Valkey or Redis server for the tests of the state that gateways share. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { isExecutable, requireProgram } from "../../src/cli/browser/installed-program.js";

/** Both speak the same protocol; a newer Debian has Valkey, an older one Redis. */
const PROGRAMS = ["valkey-server", "redis-server"] as const;
const OTHER_FOLDERS = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"];
const START_LIMIT_MS = 10_000;

const HOW = [
  "The tests of two gateways that share their limits need a Valkey or Redis server, and none was found.",
  "  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y redis-server",
  "  macOS:           brew install valkey",
].join("\n");

/** The path of an installed server's program, or null. */
function findRedis(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""), ...OTHER_FOLDERS];
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(isExecutable) ?? null;
}

const requireRedis = (): string => requireProgram({ name: "Valkey or Redis", find: findRedis, aptPackages: ["redis-server"], how: HOW });

/** A port of the loopback address that no process uses at present. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export interface RedisServer {
  readonly url: string;
  /** Ends the server at once, as a crash does. */
  readonly stop: () => Promise<void>;
}

/** Starts an empty server on a loopback port; it writes nothing to the disk. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const program = requireRedis();
  const used = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), "passbook-redis-"));
  const settings = ["--port", String(used), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const server = spawn(program, settings, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await started(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${used}`, stop };
}

/** Resolves when the server accepts connections; rejects with its output when it ends first. */
function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const late = setTimeout(() => reject(new Error(`the server was not ready after ${START_LIMIT_MS / 1000} s:\n${log}`)), START_LIMIT_MS);
    server.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`the server ended with ${code} before it was ready:\n${log}`));
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (!log.includes("Ready to accept connections")) return;
        clearTimeout(late);
        resolve();
      });
  });
}
