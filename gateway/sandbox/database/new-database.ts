/**
 * Exports a new, empty embedded database. PostgreSQL takes several seconds to create a cluster and the schema, always
 * with the same result; so each machine creates an archive once for each version of both, and copies it from then on.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { schema } from "./migrations.js";

const ARCHIVE_NAME = /^sandbox-[0-9a-f]{16}\.tar\.gz$/;
/** Error codes of a folder that is not writable: then each process creates its own database. */
const NOT_WRITABLE: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

const code = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The folder of the embedded PostgreSQL's package. */
const PGLITE_PACKAGE = join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), "..");
/** Next to the installed packages. */
const CACHE_FOLDER = join(PGLITE_PACKAGE, "../../.cache/passbook");

/** The archive's name contains a hash of the embedded PostgreSQL's version and of the schema. */
async function archiveName(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PGLITE_PACKAGE, "package.json"), "utf8")) as { readonly version: string };
  const hash = createHash("sha256")
    .update(JSON.stringify([version, schema]))
    .digest("hex")
    .slice(0, 16);
  return `sandbox-${hash}.tar.gz`;
}

async function saveArchive(folder: string, name: string, packed: Blob): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const draft = join(folder, `${name}.${randomUUID()}`);
    await writeFile(draft, new Uint8Array(await packed.arrayBuffer()));
    await rename(draft, join(folder, name));
    const older = (await readdir(folder)).filter((other) => ARCHIVE_NAME.test(other) && other !== name);
    await Promise.all(older.map((other) => rm(join(folder, other), { force: true })));
  } catch (error) {
    if (!NOT_WRITABLE.has(code(error))) throw error;
  }
}

/**
 * A new database as an archive for `PGlite.create`. `make` creates one with the schema; the archive is cached in
 * `folder`.
 */
export async function emptyDatabase(make: () => Promise<Blob>, folder = CACHE_FOLDER): Promise<Blob> {
  const name = await archiveName();
  try {
    return new Blob([await readFile(join(folder, name))]);
  } catch (error) {
    if (code(error) !== "ENOENT") throw error;
  }
  const packed = await make();
  await saveArchive(folder, name, packed);
  return packed;
}
