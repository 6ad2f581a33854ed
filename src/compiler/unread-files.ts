/** Exports the check for files under `flows/` and `schemas/` that nothing reads, such as a file with a misspelled name. */
import { brandFileMissing, folderNotSlug } from "../language/brand-problems.js";
import * as problems from "../language/problems.js";
import { schemaUnread } from "../language/schema-problems.js";
import type { FlowSource } from "../language/source.js";
import { brandSlugs, SLUG } from "./merged-definition.js";

const READ = [
  /^flows\/[a-z][a-z0-9-]*\.flow\.json$/,
  /^flows\/[a-z-]+\.graphql$/,
  /^flows\/(?:predicates|decisions|values|fields|semantics|outcomes|invariants)\.json$/,
  // Other commands of the flow tool read these files.
  /^flows\/(?:personas|rules|scenarios)\//,
  /^flows\/.*\.(?:svg|png|md)$/,
  /^schemas\/(?:[^/]+|blocks\/[^/]+|forms\/.+)\.json$/,
  /^schemas\/api\/(?:[a-z0-9-]+\.)?openapi\.json$/,
];

export function unreadFiles(source: FlowSource): readonly problems.Problem[] {
  const brands = new Set(brandSlugs(source).flatMap((slug) => [`flows/brands/${slug}/brand.json`, `flows/brands/${slug}/overlay.json`]));
  return [...source.files.keys()]
    .filter((file) => /^(?:flows|schemas)\//.test(file) && !brands.has(file) && !READ.some((pattern) => pattern.test(file)))
    .map((file) => problems.problemAt({ file, line: 1, column: 1 }, reasonFor(file)));
}

/** Why nothing reads a file. */
function reasonFor(file: string): problems.Finding {
  if (file.startsWith("schemas/")) return schemaUnread(file);
  const [, folder, name] = /^flows\/brands\/([^/]+)\/(brand|overlay)\.json$/.exec(file) ?? [];
  if (folder === undefined) return problems.fileUnread();
  if (!SLUG.test(folder)) return folderNotSlug(folder);
  return name === "overlay" ? brandFileMissing(folder) : problems.fileUnread();
}
