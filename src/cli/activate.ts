/** Exports `flows activate`: makes an earlier bundle the active one. */
import { missingProof } from "../language/proof.js";
import { parseArguments } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import { type Io, Usage } from "./io.js";
import { activateBundle, publishedHashes, publishedManifest } from "./publish.js";

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = parseArguments(args, COMMANDS.activate);
  const [hash] = rest;
  const { brand, out = process.env.BUNDLES_DIR ?? ".bundles" } = options;
  if (brand === undefined || hash === undefined) throw new Usage("activate needs --brand SLUG and the hash of a bundle.");
  const published = await publishedHashes(out, brand);
  const found = published.filter((one) => one.startsWith(hash));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Usage(
      `${found.length === 0 ? "No bundle" : "More than one bundle"} of ${brand} in ${out} begins with ${hash}: ${published.join(", ") || "there is none"}.`,
    );
  }
  const missing = missingProof((await publishedManifest(out, brand, only)) ?? {}, only);
  if (missing !== null) throw new Usage(`The bundle ${only} of ${brand} cannot be activated: ${missing}.`);
  await activateBundle(out, brand, only);
  await io.write(`${brand} ${only}\n`);
  return 0;
}
