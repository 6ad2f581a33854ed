/**
 * Exports the soak: depositors who do whole journeys against two gateways and the sandbox on PostgreSQL, while the
 * network breaks and processes crash. All traffic goes to loopback addresses.
 */
import { rmSync } from "node:fs";
import { productionFolder } from "../../tests/gateway/production-folder.js";
import { openPublishedFlows } from "../../tests/gateway/published-flows.js";
import { type PostgresServer, startPostgres } from "../../tests/support/postgres.js";
import { freePort, startRedis } from "../../tests/support/redis.js";
import { ROOT } from "../../tests/support/sources.js";
import { pause, Refused } from "./browser.js";
import { SoakDepositor } from "./journeys.js";
import { compare, type Findings } from "./ledger.js";
import { Restartable } from "./processes.js";
import { Tally } from "./tally.js";
import { type UnreliableUpstream, unreliableUpstream } from "./unreliable-upstream.js";

export interface SoakOptions {
  readonly seconds: number;
  readonly depositors: number;
  readonly printLine: (line: string) => void;
}

/** The memory of the processes at one time, in MB. */
export interface Sample {
  readonly second: number;
  readonly memory: Readonly<Record<string, number | null>>;
}

export interface SoakResult {
  readonly tally: Tally;
  readonly samples: readonly Sample[];
  readonly findings: Findings;
  /** Errors of the gateways' own code: failures that no fault of the network explains. */
  readonly internalErrors: readonly string[];
}

/** Depositors stop when the time is over; an operation that has no answer yet gets this time to end. */
const LAST_ANSWERS_MS = 90_000;
const SAMPLES = 12;

/** What happens, by the share of the time that has passed. `lasts` is the share of a disturbance of the network. */
interface Act {
  readonly at: number;
  readonly name: string;
  readonly lasts?: number;
  readonly perform: (system: System) => Promise<void>;
}

const weather = (name: "slow" | "failing" | "half-closed" | "gone", at: number, lasts: number): Act => ({
  at,
  lasts,
  name: `upstream ${name}`,
  perform: ({ network }) => network.become(name),
});

const ACTS: readonly Act[] = [
  weather("slow", 0.15, 0.08),
  weather("failing", 0.28, 0.08),
  weather("half-closed", 0.41, 0.08),
  weather("gone", 0.53, 0.04),
  {
    at: 0.62,
    name: "kill -9 of a gateway",
    async perform({ gateways: [first] }) {
      await first.end("SIGKILL");
      await pause(1_000);
      await first.start();
    },
  },
  {
    at: 0.7,
    name: "kill -9 of the sandbox",
    async perform({ sandbox }) {
      await sandbox.end("SIGKILL");
      await sandbox.start();
    },
  },
  { at: 0.79, name: "crash of PostgreSQL", perform: ({ postgres }) => postgres.crashAndRestart() },
  {
    at: 0.87,
    name: "update of a gateway",
    async perform({ gateways: [, second] }) {
      await second.end("SIGTERM");
      await second.start();
    },
  },
];

/** After a disturbance, calls that began in it may still fail, and a circuit may be open. */
const AFTERMATH_MS = 10_000;

interface System {
  readonly network: UnreliableUpstream;
  readonly gateways: readonly [Restartable, Restartable];
  readonly sandbox: Restartable;
  readonly postgres: PostgresServer;
}

export async function soak({ seconds, depositors, printLine }: SoakOptions): Promise<SoakResult> {
  const tally = new Tally();
  const flows = await openPublishedFlows();
  const root = await productionFolder(flows);
  const [postgres, redis] = [await startPostgres({ durable: true }), await startRedis()];
  const [sandboxPort, networkPort, firstPort, secondPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const sandbox = new Restartable({
    name: "sandbox",
    args: ["--import", "tsx", "gateway/main.ts", "--sandbox"],
    cwd: ROOT,
    env: { DATABASE_URL: postgres.url, SANDBOX_PORT: String(sandboxPort), SANDBOX_HOST: "127.0.0.1", PORT: String(firstPort) },
    readyAt: `http://127.0.0.1:${sandboxPort}/readyz`,
  });
  const gateway = (name: string, port: number): Restartable =>
    new Restartable({
      name,
      args: ["--preserve-symlinks", "--preserve-symlinks-main", "build/main.js", "--serve"],
      cwd: root,
      env: {
        NODE_ENV: "production",
        PORT: String(port),
        UPSTREAM_URL: `http://127.0.0.1:${networkPort}`,
        SESSION_SECRET: "a-secret-of-the-soak-with-32-characters",
        TRUST_PROXY: "127.0.0.1",
        REDIS_URL: redis.url,
      },
      readyAt: `http://127.0.0.1:${port}/healthz`,
    });
  const gateways = [gateway("gateway 1", firstPort), gateway("gateway 2", secondPort)] as const;
  const network = await unreliableUpstream(networkPort, sandboxPort);
  const system: System = { network, gateways, sandbox, postgres };
  try {
    await sandbox.start();
    await Promise.all(gateways.map((each) => each.start()));
    printLine(`${depositors} depositors, ${seconds} s, two gateways, the sandbox on PostgreSQL`);
    const from = Date.now();
    const controls = controlsAt(`http://127.0.0.1:${sandboxPort}/sandbox`, tally);
    const people = Array.from({ length: depositors }, (_, index) => {
      const address = `10.20.${Math.floor(index / 250)}.${1 + (index % 250)}`;
      const origins = [`http://127.0.0.1:${firstPort}`, `http://127.0.0.1:${secondPort}`];
      const { operations } = flows.core("harbor");
      return new SoakDepositor({ index, address, origins, operations, tally, control: controls });
    });
    // They arrive during the first tenth of the time.
    const running = people.map(async (person, index) => {
      await pause((index / depositors) * seconds * 100);
      await person.run();
    });
    const samples: Sample[] = [];
    const sampling = sample(system, seconds, from, samples);
    const acting = perform(system, seconds, from, tally, printLine);
    await Promise.race([Promise.all([acting, pause(seconds * 1000)]), rejectionOf(running)]);
    tally.isOver = true;
    await withLimit(Promise.all(running), LAST_ANSWERS_MS, "depositors do not end");
    await sampling;
    const findings = await compare(postgres.url, tally.writes);
    return { tally, samples, findings, internalErrors: gateways.flatMap((each) => internalErrorsIn(each.output)) };
  } finally {
    tally.isOver = true;
    await Promise.all([...gateways, sandbox].map((each) => each.end("SIGKILL")));
    await network.close();
    await redis.stop();
    await postgres.stop();
    flows.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function perform(system: System, seconds: number, from: number, tally: Tally, printLine: (line: string) => void): Promise<void> {
  for (const { at, name, lasts = 0, perform: act } of ACTS) {
    await pause(Math.max(0, from + at * seconds * 1000 - Date.now()));
    printLine(`${String(Math.round((Date.now() - from) / 1000)).padStart(4)} s  ${name}`);
    tally.disturbance = name;
    await act(system);
    await pause(lasts * seconds * 1000);
    await system.network.become("calm");
    await pause(Math.min(AFTERMATH_MS, seconds * 40));
    tally.disturbance = null;
  }
}

async function sample({ gateways, sandbox }: System, seconds: number, from: number, into: Sample[]): Promise<void> {
  for (let index = 0; index <= SAMPLES; index += 1) {
    await pause(Math.max(0, from + (index / SAMPLES) * seconds * 1000 - Date.now()));
    const memory = Object.fromEntries([...gateways, sandbox].map((each) => [each.options.name, each.memory()]));
    into.push({ second: Math.round((Date.now() - from) / 1000), memory });
  }
}

/** Calls the sandbox's controls directly, not through the unreliable network; it may be restarting. */
function controlsAt(origin: string, tally: Tally) {
  return async <T>(path: string, body: object): Promise<T> => {
    for (;;) {
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).catch(() => null);
      if (response?.ok) return (await response.json()) as T;
      if (tally.isOver) throw new Refused(path, response?.status ?? "network", "control");
      await pause(500);
    }
  };
}

/** Rejects when one of the promises does, and never resolves. */
const rejectionOf = (promises: readonly Promise<unknown>[]): Promise<never> =>
  new Promise((_, reject) => {
    for (const promise of promises) promise.catch(reject);
  });

async function withLimit(work: Promise<unknown>, milliseconds: number, problem: string): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`${problem} within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(late);
  }
}

/** Lines of the log about errors of the gateway itself. */
function internalErrorsIn(output: string): readonly string[] {
  return output.split("\n").filter((line) => line.includes('"failure":"internal"') || line.includes('"event":"failed"'));
}
