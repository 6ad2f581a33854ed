/** Exports `hashOfSources`: the version of parts of this tool, for results that are stored until their sources change. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** The hash of some files and folders under the root. */
export async function hashOfSources(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const add = async (path: string): Promise<void> => {
    const at = fileURLToPath(new URL(path, ROOT));
    if (!(await stat(at)).isDirectory()) {
      hash.update(`${path}\0${await readFile(at, "utf8")}\0`);
      return;
    }
    for (const name of (await readdir(at)).sort()) await add(`${path}/${name}`);
  };
  for (const path of paths) await add(path);
  return hash.digest("hex");
}
