/** Tests of `flows docs`: the committed documents are current, and `--check` names the ones that are not. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { generatedDocuments } from "../../src/cli/docs/documents.js";
import { staleDocuments } from "../../src/cli/docs.js";
import { readSource } from "../../src/cli/source-files.js";
import { tool } from "../../src/cli/tool.js";
import { ROOT } from "../support/sources.js";
import { capture } from "./captured-io.js";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const flows = (args: readonly string[], root: string) => capture((io) => tool(args, io), { root });

test("the committed documents are current", async () => {
  const { changed, surplus } = await staleDocuments(ROOT);
  expect([...changed.map(({ path }) => path), ...surplus]).toEqual([]);
});

test("each document has its own path", async () => {
  const paths = generatedDocuments(await readSource(ROOT)).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(new Set(paths).size).toBe(paths.length);
});

test("--check names a document that is not current, and docs writes it", async () => {
  const root = await mkdtemp(join(tmpdir(), "passbook-docs-"));
  folders.push(root);
  for (const part of ["flows", "schemas", "gateway/schema.graphql", "src/language"])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  expect(await flows(["docs", "--check"], root)).toEqual({ code: 0, written: "", warned: "" });
  const [first] = generatedDocuments(await readSource(ROOT));
  const { path, text } = first ?? { path: "", text: "" };
  await writeFile(join(root, path), `${text}\nchanged`);
  expect(await flows(["docs", "--check"], root)).toEqual({
    code: 1,
    written: "",
    warned: `${path} is not current: run npm run flows -- docs.`,
  });
  await rm(join(root, path));
  expect(await flows(["docs"], root)).toEqual({ code: 0, written: `${path}\n`, warned: "" });
  expect(await readFile(join(root, path), "utf8")).toBe(text);
  const surplus = "flows/rules/no-such-rule.md";
  await writeFile(join(root, surplus), "# no-such-rule");
  expect(await flows(["docs", "--check"], root)).toMatchObject({
    code: 1,
    warned: `${surplus} is not current: run npm run flows -- docs.`,
  });
  expect(await flows(["docs"], root)).toEqual({ code: 0, written: `${surplus} (removed)\n`, warned: "" });
});
