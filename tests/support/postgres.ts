/** Exports a temporary PostgreSQL server for the tests with a bank. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { isExecutable, requireProgram } from "../../src/cli/browser/installed-program.js";

const PROGRAMS = ["initdb", "postgres"] as const;
/** Debian and Ubuntu keep each version's programs here, and not on the PATH. */
const ON_DEBIAN = "/usr/lib/postgresql";
const OTHER_FOLDERS = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"];
/** The account that the packages create. PostgreSQL refuses to run as root. */
const ACCOUNT = "postgres";
const START_LIMIT_MS = 30_000;

/** The folder of an installed PostgreSQL's programs, the newest version first, or null. */
function findPostgres(): string | null {
  const versions = existsSync(ON_DEBIAN) ? readdirSync(ON_DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...versions.map((version) => join(ON_DEBIAN, version, "bin")),
    ...OTHER_FOLDERS,
  ];
  return folders.find((folder) => PROGRAMS.every((program) => isExecutable(join(folder, program)))) ?? null;
}

const HOW = [
  "The tests with a bank need the programs of PostgreSQL, and none were found.",
  "  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y postgresql",
  "  macOS:           brew install postgresql",
].join("\n");

/** The folder of PostgreSQL's programs; see `requireProgram`. */
const requirePostgres = (): string => requireProgram({ name: "PostgreSQL", find: findPostgres, aptPackages: ["postgresql"], how: HOW });

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The account to run the server with: this process's own, or that of the packages for root. */
function serverAccount(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, ACCOUNT], { encoding: "utf8" }).stdout.trim() || "NaN"));
  if (uid === undefined || gid === undefined || Number.isNaN(uid + gid))
    throw new Error(`PostgreSQL refuses to run as root, and there is no account "${ACCOUNT}" to run it with.`);
  return { uid, gid };
}

/** Resolves when the server accepts connections; rejects with its log when it ends first. */
function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const late = setTimeout(() => reject(new Error(`PostgreSQL was not ready after ${START_LIMIT_MS / 1000} s:\n${log}`)), START_LIMIT_MS);
    server.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`PostgreSQL ended with ${code} before it was ready:\n${log}`));
    });
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (!log.includes("ready to accept connections")) return;
      clearTimeout(late);
      resolve();
    });
  });
}

export interface PostgresServer {
  /** The address of its default database, for an owner that may create others. */
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends the server at once, without writing what it has in memory, and starts it again: it recovers from its log. */
  readonly crashAndRestart: () => Promise<void>;
}

export interface PostgresOptions {
  /** Whether a commit waits for the disk, as in production. Tests do without, because their data is deleted. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/**
 * Starts an empty server in a temporary folder. It listens on a socket in that folder only, so that it needs no port
 * and no password.
 */
export async function startPostgres({ durable = false, maxConnections = 100 }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = requirePostgres();
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), "passbook-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const options = { cwd: folder, ...account };
  const cluster = ["--pgdata", data, "--username", ACCOUNT, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"];
  const made = spawnSync(join(programs, "initdb"), cluster, { ...options, encoding: "utf8" });
  if (made.status !== 0) {
    remove();
    throw new Error(`initdb failed: ${made.error?.message ?? ""}${made.stderr ?? ""}`);
  }
  const settings = [
    ...(durable
      ? []
      : ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "autovacuum=off"]),
    `max_connections=${maxConnections}`,
    "jit=off",
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
  ];

  /** Starts the server on its folder; resolves when it accepts connections. */
  async function launch(): Promise<{ end(signal: NodeJS.Signals): Promise<void> }> {
    const server = spawn(join(programs, "postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      server.kill(signal);
      await ended;
    };
    try {
      await started(server);
    } catch (error) {
      await end("SIGINT");
      remove();
      throw error;
    }
    return { end };
  }

  let running = await launch();
  return {
    url: `postgres://${ACCOUNT}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it disconnects its clients and ends.
      await running.end("SIGINT");
      remove();
    },
    async crashAndRestart() {
      // SIGQUIT is PostgreSQL's immediate shutdown: it recovers from its log at the next start.
      await running.end("SIGQUIT");
      running = await launch();
    },
  };
}
