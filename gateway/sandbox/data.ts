/** Exports the reader of the bank's data files. */
import { readFileSync } from "node:fs";

/** Reads one of the bank's JSON data files: magic values, institutions, places, FAQs, ... */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;
}
