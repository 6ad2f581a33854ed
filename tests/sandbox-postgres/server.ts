/** Exports the global setup of the sandbox's tests on PostgreSQL: one temporary server for the whole run. */
import type { TestProject } from "vitest/node";
import { startPostgres } from "../support/postgres.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of the `postgres` project; other projects use the embedded database. */
    readonly postgresUrl?: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return server.stop;
}
