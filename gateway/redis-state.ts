/**
 * Exports the shared state in Valkey or Redis, for the composition root. While the server cannot be reached, each
 * gateway counts in its own memory: the limits are then looser by the number of gateways, and no request fails.
 */
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { localState, type SharedState } from "./shared-state.js";

/** Reports that the server can be reached again, or no longer. */
export type OnChange = (reachable: boolean, reason: string | null) => void;

const PREFIX = "passbook:";
/** Longer than a slow round trip; a request waits for at most this time when the server stops answering. */
const COMMAND_TIMEOUT_MS = 250;
/** How long the gateway does without a server that did not answer in time. */
const PAUSE_MS = 5_000;
const LONGEST_RETRY_MS = 2_000;
/** How long a server may take to close a connection; one that does not answer never does. */
const DISCONNECT_TIMEOUT_MS = 100;

/** The message of ioredis for a command without an answer; it has no class of its own. */
const TIMED_OUT = "Command timed out";

/** Reported in place of the server's own text, which ioredis turns into a warning that no password is required. */
const PROTECTED_MODE = "the server is in protected mode: without a password, it accepts connections from its own machine only";

/** A connection that reports a server in protected mode, which answers any command so and ends the connection. */
class Connection extends Redis {
  /** The answer to the first command of a connection, until it arrives. */
  #hello: Promise<unknown> | null = null;

  override sendCommand(...[command, stream]: Parameters<Redis["sendCommand"]>): unknown {
    // The database is selected after that answer: a write to a connection that the server has ended would fail before it is read.
    if (command.name === "select" && this.#hello !== null) return this.#hello.then(() => super.sendCommand(command, stream));
    const answer = super.sendCommand(command, stream);
    if (command.name !== "hello") return answer;
    const hello = Promise.resolve(answer).catch(throwProtected);
    const arrived = (): void => {
      this.#hello = null;
    };
    this.#hello = hello;
    hello.then(arrived, arrived);
    return hello;
  }
}

function throwProtected(error: unknown): never {
  throw error instanceof Error && error.message.startsWith("DENIED") ? new Error(PROTECTED_MODE) : error;
}

/** Adds one and sets the expiry in one step, so that no count exists without an end. */
const COUNT = `
local current = redis.call("INCR", KEYS[1])
if current == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
return { current, redis.call("PTTL", KEYS[1]) }
`;

/** Keys contain addresses and accounts: the server gets their hashes. */
const nameOf = (kind: string, key: string): string => `${PREFIX}${kind}:${createHash("sha256").update(key).digest("base64url")}`;

/** Connects in the background: the gateway starts without waiting for the server. */
export function redisState(url: string, onChange: OnChange): SharedState {
  const local = localState();
  let reachable: boolean | null = null;
  /** Whether commands may be sent. The connection may be open longer than that. */
  let usable = false;
  let pausedUntil = 0;
  const redis = new Connection(url, {
    // A command that cannot be sent now fails now, and the process uses its own memory.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 5_000,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    // A second command, as a database's number would be (`Connection`), fails before the answer to the first is read.
    disableClientInfo: true,
    retryStrategy: (attempts) => Math.max(Math.min(attempts * 100, LONGEST_RETRY_MS), pausedUntil - Date.now()),
  });
  function report(next: boolean, reason: string | null): void {
    if (reachable === next) return;
    reachable = next;
    onChange(next, reason);
  }
  redis.on("ready", () => {
    usable = true;
    report(true, null);
  });
  redis.on("error", (error: Error) => report(false, error.message));
  redis.on("close", () => {
    usable = false;
    report(false, "the connection is closed");
  });

  /**
   * The circuit breaker: after a command that was not answered in time, no request waits for the server until a new
   * connection is ready, for which the server must have answered.
   */
  function pause(): void {
    if (!usable) return;
    usable = false;
    pausedUntil = Date.now() + PAUSE_MS;
    redis.disconnect(true);
  }

  /** Performs a command, or its local counterpart when the server does not answer. */
  async function orLocally<T>(command: () => Promise<T>, locally: () => Promise<T>): Promise<T> {
    if (!usable) return locally();
    try {
      return await command();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report(false, reason);
      if (reason === TIMED_OUT) pause();
      return locally();
    }
  }

  return {
    count(key, windowMs) {
      return orLocally(
        async () => {
          const [current, ttl] = (await redis.eval(COUNT, 1, nameOf("count", key), windowMs)) as [number, number];
          report(true, null);
          return { current, ttl };
        },
        () => local.count(key, windowMs),
      );
    },
    async remember(key, milliseconds) {
      // Also locally: this process knows it while the server cannot be reached.
      await local.remember(key, milliseconds);
      await orLocally(
        async () => void (await redis.set(nameOf("key", key), "1", "PX", milliseconds)),
        async () => {},
      );
    },
    async remembers(key) {
      if (await local.remembers(key)) return true;
      return orLocally(
        async () => (await redis.exists(nameOf("key", key))) === 1,
        async () => false,
      );
    },
    async close() {
      redis.removeAllListeners("close");
      redis.disconnect();
    },
  };
}
