/**
 * Exports the database connection: the embedded PostgreSQL (a folder or memory) or a PostgreSQL server, with one SQL
 * dialect.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import {
  Kysely,
  Migrator,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import pg from "pg";
import { migrations } from "./migrations.js";
import { emptyDatabase } from "./new-database.js";
import type { Tables } from "./tables.js";

/** A connection, or the transaction in which a unit of work runs. */
export type Db = Kysely<Tables>;

const INT8 = 20;
const DATE = 1082;

/** Cents and counts are far below 2^53; throw rather than round a larger number. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`);
  return value;
}

const COMMANDS = ["INSERT", "UPDATE", "DELETE", "MERGE"] as const;

type Run = <Row>(text: string, parameters: ReadonlyArray<unknown>) => Promise<PostgresQueryResult<Row>>;

/** The part of a client that Kysely needs. It uses cursors only for streams, which the sandbox does not use. */
function clientOf(run: Run, release: () => void): PostgresPoolClient {
  function query<R>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== "string") throw new TypeError("The sandbox uses no cursors.");
    return run<R>(text, parameters);
  }
  return { query, release };
}

function runEmbedded(database: PGlite): Run {
  return async <Row>(text: string, parameters: ReadonlyArray<unknown>) => {
    const result = await database.query<Row>(text, [...parameters]);
    const command = COMMANDS.find((word) => text.trimStart().toUpperCase().startsWith(word)) ?? "SELECT";
    return { command, rowCount: result.affectedRows ?? result.rows.length, rows: result.rows };
  };
}

/** A pool of the embedded database's single connection: `connect` waits until the previous client releases it. */
function embeddedPool(database: PGlite): PostgresPool {
  let free: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = free;
      let release = (): void => {};
      free = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return clientOf(runEmbedded(database), () => release());
    },
    end: () => database.close(),
  };
}

const PARSERS = { [INT8]: safeInteger, [DATE]: (text: string) => text };

/** The names of the prepared statements by their text: a few hundred texts, whose values are parameters. */
const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const name = statementNames.get(text) ?? `statement_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Each connection parses and plans a statement once: one day of an account takes hundreds of short ones. A text without
 * parameters, such as a migration's, may contain several statements, which PostgreSQL cannot prepare.
 */
function runPrepared(client: pg.PoolClient): Run {
  return async <Row>(text: string, parameters: ReadonlyArray<unknown>) => {
    const prepared = parameters.length === 0 ? { text } : { name: statementName(text), text, values: [...parameters] };
    const { command, rowCount, rows } = await client.query(prepared);
    return { command, rowCount, rows } as PostgresQueryResult<Row>;
  };
}

/** How long a call waits for a connection, and how long a transaction may wait for its own process. */
const CONNECT_LIMIT_MS = 10_000;
const IDLE_TRANSACTION_LIMIT_MS = 60_000;

function serverPool(connectionString: string, reportError: (error: unknown) => void): PostgresPool {
  const parsers = new Map<number, (text: string) => unknown>(Object.entries(PARSERS).map(([oid, parse]) => [Number(oid), parse]));
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    // A process that stops in the middle of a transaction would hold its locks forever.
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // The server may close a connection at any time, for example to restart; the pool opens another one. Without a listener
  // of its own, a connection that a transaction uses would end the process.
  pool.on("connect", (client) => client.on("error", reportError));
  pool.on("error", () => {
    // The connection's own listener has reported it.
  });
  return {
    async connect() {
      const client = await pool.connect();
      return clientOf(runPrepared(client), () => client.release());
    },
    end: () => pool.end(),
  };
}

/** Connects to the database and migrates it to the newest schema. */
async function migrated(pool: PostgresPool): Promise<Db> {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

async function createArchive(): Promise<Blob> {
  const database = await PGlite.create({ parsers: PARSERS });
  const db = await migrated(embeddedPool(database));
  try {
    return await database.dumpDataDir("gzip");
  } finally {
    await db.destroy();
  }
}

async function openEmbedded(address: string): Promise<PGlite> {
  if (address === "memory:") return PGlite.create({ parsers: PARSERS, loadDataDir: await emptyDatabase(createArchive) });
  if (existsSync(join(address, "PG_VERSION"))) return PGlite.create(address, { parsers: PARSERS });
  return PGlite.create(address, { parsers: PARSERS, loadDataDir: await emptyDatabase(createArchive) });
}

/**
 * Opens the database at an address (see {@link SandboxOptions.database}) and migrates it to the newest schema.
 * `reportError` receives the errors of connections that no call is using.
 */
export async function openDatabase(address: string, reportError: (error: unknown) => void): Promise<Db> {
  const server = /^postgres(ql)?:\/\//.test(address);
  return migrated(server ? serverPool(address, reportError) : embeddedPool(await openEmbedded(address)));
}
