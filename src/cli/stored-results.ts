/** Exports `StoredResults`: results of one kind that are kept from one run to the next, for what takes longer to compute than to read. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = new URL("../../node_modules/.cache/passbook/", import.meta.url);

/** The key of a result is a hash of everything that it depends on, so that a stored result is never stale. */
export class StoredResults<Result> {
  readonly #folder: string;

  constructor(kind: string) {
    this.#folder = fileURLToPath(new URL(`${kind}/`, CACHE));
  }

  /** The result with a key; null where none is stored. */
  async read(key: string): Promise<Result | null> {
    return this.#parsed(`${key}.json`);
  }

  /** The result that was written last, whatever its key; null without one. */
  async newest(): Promise<Result | null> {
    const [name] = await this.#newestFirst();
    return name === undefined ? null : this.#parsed(name);
  }

  /** Writes a result, whole or not at all, and removes all but the newest ones. */
  async write(key: string, result: Result, kept: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const draft = await mkdtemp(join(this.#folder, ".draft-"));
    try {
      await writeFile(join(draft, "result.json"), JSON.stringify(result));
      await rename(join(draft, "result.json"), this.#path(`${key}.json`));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    const old = (await this.#newestFirst()).slice(kept);
    await Promise.all(old.map((name) => rm(this.#path(name), { force: true })));
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #parsed(name: string): Promise<Result | null> {
    const text = await readFile(this.#path(name), "utf8").catch(nullIfMissing);
    return text === null ? null : (JSON.parse(text) as Result);
  }

  async #newestFirst(): Promise<readonly string[]> {
    const names = ((await readdir(this.#folder).catch(nullIfMissing)) ?? []).filter((name) => name.endsWith(".json"));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(this.#path(name)).catch(nullIfMissing))?.mtimeMs ?? 0 })),
    );
    return dated.sort((a, b) => b.at - a.at).map(({ name }) => name);
  }
}

/** A missing file is not a stored result; another process may remove one at any time. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
