/**
 * Exports the vitest configuration of `removed-defenses.test.ts`: the tests of this folder with one defense taken out of
 * the sources while they load. The files on the disk stay as they are.
 */
import { defineConfig } from "vitest/config";
import { DEFENSES } from "./defenses.js";

const removed = DEFENSES.find(({ name }) => name === process.env.REMOVED_DEFENSE);
if (!removed) throw new Error(`REMOVED_DEFENSE must name a defense, not "${process.env.REMOVED_DEFENSE}"`);

export default defineConfig({
  plugins: [
    {
      name: "removed-defense",
      enforce: "pre",
      transform(code, id) {
        if (!id.endsWith(`/${removed.file}`)) return null;
        if (code.split(removed.code).length !== 2) throw new Error(`${removed.file} must contain once: ${removed.code}`);
        return code.replace(removed.code, () => removed.without);
      },
    },
  ],
  test: {
    environment: "node",
    include: [removed.test.file],
    alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }],
    isolate: false,
    // The PostgreSQL server of the run that starts this one.
    provide: { postgresAt: process.env.POSTGRES_AT },
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
