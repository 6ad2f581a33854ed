/** Tests of a new sandbox database: created once, copied from then on. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { migrations } from "../../gateway/sandbox/database/migrations.js";
import { emptyDatabase } from "../../gateway/sandbox/database/new-database.js";
import { type Db, openDatabase } from "../../gateway/sandbox/database/open.js";

const folder = await mkdtemp(join(tmpdir(), "passbook-new-database-"));
afterAll(() => rm(folder, { recursive: true }));

const fail = (error: unknown): never => {
  throw error;
};

async function namesIn(db: Db): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name).sort();
}

it("is archived once and read from then on; an archive of another schema is deleted", async () => {
  const archives = join(folder, "archives");
  let created = 0;
  const make = async () => {
    created += 1;
    return new Blob([`packed ${created}`]);
  };
  expect(await (await emptyDatabase(make, archives)).text()).toBe("packed 1");
  expect(await (await emptyDatabase(make, archives)).text()).toBe("packed 1");
  const [name = ""] = await readdir(archives);
  await rm(join(archives, name));
  await writeFile(join(archives, "sandbox-0123456789abcdef.tar.gz"), "of another schema");
  await writeFile(join(archives, "something else"), "not ours");
  expect(await (await emptyDatabase(make, archives)).text()).toBe("packed 2");
  expect((await readdir(archives)).sort()).toEqual([name, "something else"].sort());
});

it("has the whole schema, in memory and in a reopened folder, and no other database's data", async () => {
  const address = join(folder, "data");
  const memory = await openDatabase("memory:", fail);
  const onDisk = await openDatabase(address, fail);
  try {
    const names = await namesIn(memory);
    expect(names).toContain("postings");
    expect(await namesIn(onDisk)).toEqual(names);
    const applied = await memory
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom("kysely_migration")
      .select("name")
      .execute();
    expect(applied.map(({ name }) => name)).toEqual(Object.keys(migrations));
    await onDisk.insertInto("settings").values({ key: "test", value: "kept" }).execute();
  } finally {
    await memory.destroy();
    await onDisk.destroy();
  }
  const reopened = await openDatabase(address, fail);
  const other = await openDatabase("memory:", fail);
  try {
    const settings = (db: Db) => db.selectFrom("settings").select("value").where("key", "=", "test").execute();
    expect(await settings(reopened)).toEqual([{ value: "kept" }]);
    expect(await settings(other)).toEqual([]);
  } finally {
    await reopened.destroy();
    await other.destroy();
  }
});
