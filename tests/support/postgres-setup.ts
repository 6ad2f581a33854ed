/**
 * Exports the global setup of the tests with a bank: one temporary PostgreSQL server for the whole run. It starts when the
 * first test needs a database, so that a run of other tests does not wait for it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../gateway/sandbox/database/open.js";
import { type PostgresServer, startPostgres } from "./postgres.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the URL of the PostgreSQL server; undefined where the banks use the embedded database. */
    readonly postgresAt?: string;
  }
}

/** The database with the bank's schema; new databases are copies of it. */
export const TEMPLATE = "bank_template";

async function startWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`).finally(() => client.end());
  const address = new URL(server.url);
  address.pathname = `/${TEMPLATE}`;
  const db = await openDatabase(address.href, (error) => {
    throw error;
  });
  await db.destroy();
  return server;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const door = createServer((_request, response) => {
    server ??= startWithTemplate();
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(error instanceof Error ? error.message : String(error));
      },
    );
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("postgresAt", `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.closeAllConnections();
    door.close();
    // A server that did not start has failed the tests that needed it.
    await server?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
}
