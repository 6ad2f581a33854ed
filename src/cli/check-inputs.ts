/** Exports the hashes of the inputs of a check, and the key under which its result is stored, for `flows check`. */
import { createHash } from "node:crypto";
import type { ProofRecord } from "../language/proof.js";
import type { FlowSource } from "../language/source.js";
import { hashOfSources } from "./tool-version.js";

/** The hashes of what a result depends on. */
export type CheckInputs = Pick<ProofRecord, "flows" | "schemas" | "verifier">;

/** The other inputs of the result, besides the definitions. */
const TOOL = ["src/language", "src/compiler", "src/engine", "src/verifier", "package-lock.json"];

let version: Promise<string> | null = null;

/** The hash of the sources of the compiler and the verifier. */
function verifierVersion(): Promise<string> {
  version ??= hashOfSources(TOOL);
  return version;
}

/** The hashes of the files on which the result for a brand depends: all but the overlays of other brands. */
export async function inputsOf({ files }: FlowSource, slug: string): Promise<CheckInputs> {
  const [flows, schemas] = [createHash("sha256"), createHash("sha256")];
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isOther = /^flows\/brands\/[^/]+\/overlay\.json$/.test(file) && !file.startsWith(`flows/brands/${slug}/`);
    (file.startsWith("schemas/") ? schemas : flows).update(`${file}\0${isOther ? "" : text}\0`);
  }
  return { flows: flows.digest("hex"), schemas: schemas.digest("hex"), verifier: await verifierVersion() };
}

/** Raised when the form of a stored result changes, which no hash of the sources says. */
const FORM = 2;

/** Depends on the slug too: two brands may have the same files. */
export function keyOf(slug: string, { flows, schemas, verifier }: CheckInputs): string {
  return createHash("sha256").update(`${FORM} ${slug} ${flows} ${schemas} ${verifier}`).digest("hex");
}
