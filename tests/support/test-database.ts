/** Exports a new, empty database for each bank of the tests. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./postgres-setup.js";

export interface TestDatabase {
  /** An address for `SandboxOptions.database`. */
  readonly address: string;
  readonly drop: () => Promise<void>;
}

/** The URL of the PostgreSQL server, asked for once per worker. */
let serverUrl: Promise<string> | null = null;

async function requestUrl(at: string): Promise<string> {
  const response = await fetch(at);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** A new, empty database on the project's PostgreSQL server; embedded where the project has none (`embedded`, `contract`). */
export async function createDatabase(): Promise<TestDatabase> {
  const at = inject("postgresAt");
  if (at === undefined) return { address: "memory:", drop: async () => {} };
  serverUrl ??= requestUrl(at);
  const server = await serverUrl;
  const name = `bank_${randomUUID().replaceAll("-", "")}`;
  const address = new URL(server);
  address.pathname = `/${name}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} template ${TEMPLATE}`);
  return { address: address.href, drop: () => run(`drop database ${name}`) };
}
