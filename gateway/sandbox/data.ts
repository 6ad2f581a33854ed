import { readFileSync } from "node:fs";

/** The bank's own facts, kept as JSON beside the code: magic values, institutions, places, questions. */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;
}
