/** Tests the bundler of the flow tool: it bundles the sources once and reuses the bundle until they change. */
import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { bundled } from "../../src/cli/bundled.mjs";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A tree of sources, and the folder of its bundles. */
async function tree(sources: Readonly<Record<string, string>>) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "passbook-bundled-")));
  folders.push(root);
  const write = async (name: string, text: string) => writeFile(join(root, name), text);
  await mkdir(join(root, "inner"));
  for (const [name, text] of Object.entries(sources)) await write(name, text);
  const kept = join(root, "kept");
  return {
    root,
    write,
    remove: (name: string) => rm(join(root, name)),
    made: () => bundled(pathToFileURL(join(root, "main.ts")), pathToFileURL(`${kept}/`)),
    bundles: async () => (await readdir(kept)).filter((name) => name !== "current.json"),
  };
}

const load = (address: string) => import(/* @vite-ignore */ address) as Promise<{ readonly said: string; readonly at: string }>;

const SOURCES = {
  "main.ts": 'export { said } from "./inner/index.js";\nexport const at: string = import.meta.url;\n',
  "inner/index.ts": 'export { said } from "./first.js";\n',
  "inner/first.ts": 'import { join } from "node:path";\nexport const said: string = join("a", "b");\n',
  "inner/second.ts": 'export const said: string = "second";\n',
};

describe("a bundle of TypeScript sources", () => {
  it("is JavaScript, and each source keeps its own address", async () => {
    const { root, made } = await tree(SOURCES);
    const { said, at } = await load(await made());
    expect(said).toBe(join("a", "b"));
    expect(at).toBe(pathToFileURL(join(root, "main.ts")).href);
  });

  it("is created once and reused until its sources change", async () => {
    const { made, write, bundles } = await tree(SOURCES);
    const first = await made();
    expect(await made()).toBe(first);
    await write("inner/second.ts", 'export const said: string = "not imported";\n');
    expect(await made()).toBe(first);
    expect(await bundles()).toHaveLength(1);
  });

  it("is made again after any of them was changed, one that only hands on among them", async () => {
    const { made, write } = await tree(SOURCES);
    const first = await made();
    await write("inner/index.ts", 'export { said } from "./second.js";\n');
    const second = await made();
    expect(second).not.toBe(first);
    expect((await load(second)).said).toBe("second");
  });

  it("keeps the previous one, which may be running, and no older one", async () => {
    const { made, write, bundles } = await tree(SOURCES);
    const all: string[] = [];
    for (const said of ["one", "two", "three"]) {
      await write("inner/first.ts", `export const said: string = ${JSON.stringify(said)};\n`);
      all.push(await made());
    }
    expect((await load(all[2] ?? "")).said).toBe("three");
    expect((await load(all[1] ?? "")).said).toBe("two");
    expect(await bundles()).toHaveLength(2);
  });

  it("is the same for concurrent processes", async () => {
    const { made, bundles } = await tree(SOURCES);
    const all = await Promise.all([made(), made(), made()]);
    expect(new Set(all).size).toBe(1);
    expect(await bundles()).toHaveLength(1);
    expect((await load(all[0] ?? "")).said).toBe(join("a", "b"));
  });

  it("of a tree that was copied with its bundles is made of the copy", async () => {
    const { root, made } = await tree(SOURCES);
    await made();
    const copy = `${root}-copy`;
    folders.push(copy);
    await cp(root, copy, { recursive: true });
    const address = await bundled(pathToFileURL(join(copy, "main.ts")), pathToFileURL(join(copy, "kept/")));
    expect((await load(address)).at).toBe(pathToFileURL(join(copy, "main.ts")).href);
  });

  it("fails for unreadable sources with an error, and leaves no files", async () => {
    const { made, write, remove, bundles } = await tree(SOURCES);
    await write("inner/first.ts", "export const said = ;\n");
    await expect(made()).rejects.toThrow("first.ts");
    await remove("inner/first.ts");
    await expect(made()).rejects.toThrow("./first.js");
    expect(await bundles()).toEqual([]);
  });
});
