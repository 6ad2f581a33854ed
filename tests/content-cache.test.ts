/** Tests of the cache of results that test files and workers share: it never returns the result of other content. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachedFolder, hashOfFiles } from "./support/content-cache.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "passbook-cache-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const key = (character: string): string => character.repeat(64);

test("a result is made once for a key, and again for another key", async () => {
  let made = 0;
  const make = async (folder: string): Promise<void> => {
    made += 1;
    writeFileSync(join(folder, "result"), String(made));
  };
  const first = await cachedFolder("numbers", key("a"), make, home);
  expect(await cachedFolder("numbers", key("a"), make, home)).toBe(first);
  expect(readFileSync(join(first, "result"), "utf8")).toBe("1");
  expect(readFileSync(join(await cachedFolder("numbers", key("b"), make, home), "result"), "utf8")).toBe("2");
});

test("two workers that make the same result at the same time get the same folder, whole", async () => {
  const make = (folder: string): Promise<void> =>
    new Promise((resolve) => setTimeout(() => resolve(writeFileSync(join(folder, "result"), "whole")), 10));
  const folders = await Promise.all([1, 2, 3].map(() => cachedFolder("shared", key("c"), make, home)));
  expect(new Set(folders).size).toBe(1);
  expect(readFileSync(join(folders[0] ?? "", "result"), "utf8")).toBe("whole");
  expect(readdirSync(join(home, "shared"))).toEqual([key("c")]);
});

test("a result that fails is not stored", async () => {
  const failing = cachedFolder("failed", key("d"), () => Promise.reject(new Error("no bundle")), home);
  await expect(failing).rejects.toThrow("no bundle");
  expect(readdirSync(join(home, "failed"))).toEqual([]);
});

test("old results are removed, the newest stay", async () => {
  for (const character of "abcdef") await cachedFolder("many", key(character), async () => {}, home);
  expect(readdirSync(join(home, "many"))).toContain(key("f"));
  expect(readdirSync(join(home, "many"))).toHaveLength(4);
});

test("the hash changes with every content, name, added and removed file", () => {
  mkdirSync(join(home, "flows/deeper"), { recursive: true });
  writeFileSync(join(home, "flows/a.json"), "1");
  writeFileSync(join(home, "flows/deeper/b.json"), "2");
  writeFileSync(join(home, "single.graphql"), "3");
  const hashes = [hashOfFiles(["flows", "single.graphql"], home)];
  expect(hashOfFiles(["flows", "single.graphql"], home)).toBe(hashes[0]);
  const changes: readonly (() => void)[] = [
    () => writeFileSync(join(home, "flows/a.json"), "4"),
    () => writeFileSync(join(home, "flows/deeper/b.json"), "5"),
    () => writeFileSync(join(home, "single.graphql"), "6"),
    () => writeFileSync(join(home, "flows/c.json"), ""),
    () => rmSync(join(home, "flows/a.json")),
  ];
  for (const change of changes) {
    change();
    hashes.push(hashOfFiles(["flows", "single.graphql"], home));
  }
  expect(new Set(hashes).size).toBe(changes.length + 1);
});
