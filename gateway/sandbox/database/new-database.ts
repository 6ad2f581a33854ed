/**
 * A new database of the embedded PostgreSQL. To make its cluster and the schema in it takes a processor some seconds;
 * what comes out is the same each time, so it is packed once on a machine for each version of both, and copied from then on.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { schema } from "./migrations.js";

const PACKED = /^sandbox-[0-9a-f]{16}\.tar\.gz$/;
/** Codes of a folder in which nothing can be kept: then each process makes its own. */
const CLOSED: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

const code = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The package of the embedded PostgreSQL. */
const HOME = join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "..");
/** Beside the packages. */
const KEPT = join(HOME, "../../.cache/passbook");

/** Named for the version of the embedded PostgreSQL and for the schema's own words. */
async function nameOfNew(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(HOME, "package.json"), "utf8")) as { readonly version: string };
  const hash = createHash("sha256")
    .update(JSON.stringify([version, schema]))
    .digest("hex")
    .slice(0, 16);
  return `sandbox-${hash}.tar.gz`;
}

async function keep(folder: string, name: string, packed: Blob): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `${name}.${randomUUID()}`);
    await writeFile(draft, new Uint8Array(await packed.arrayBuffer()));
    await rename(draft, join(folder, name));
    const older = (await readdir(folder)).filter((other) => PACKED.test(other) && other !== name);
    await Promise.all(older.map((other) => rm(join(folder, other), { force: true })));
  } catch (error) {
    if (!CLOSED.has(code(error))) throw error;
  }
}

/** A new database, packed as `PGlite.create` takes it. `make` packs one in which the schema is in place; it is kept in `folder`. */
export async function newDatabase(make: () => Promise<Blob>, folder = KEPT): Promise<Blob> {
  const name = await nameOfNew();
  try {
    return new Blob([await readFile(join(folder, name))]);
  } catch (error) {
    if (code(error) !== "ENOENT") throw error;
  }
  const packed = await make();
  await keep(folder, name, packed);
  return packed;
}
