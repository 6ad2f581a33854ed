/** Exports the compilation of a brand from the files under the root. */

import { brands, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { Problem } from "../language/problems.js";
import { childOf, type FlowSource, readDocument } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import type { Io } from "./io.js";
import { FlowsWrong, Usage } from "./io.js";
import { readSource } from "./source-files.js";

export interface LoadedBrand {
  readonly slug: string;
  readonly bundle: Bundle;
  readonly source: FlowSource;
}

/** The line of a problem on stderr. */
export function problemLine({ file, line, column, severity, rule, message }: Problem): string {
  return `${file}:${line}:${column}  ${severity}  ${rule}  ${message}`;
}

/** The brand whose `brand.json` declares it the default. */
export function defaultBrand(source: FlowSource): string {
  const slugs = brands(source);
  const isDefault = (slug: string): boolean => {
    const file = `flows/brands/${slug}/brand.json`;
    // The compiler reports the errors of the file.
    const node = childOf(readDocument(file, source.files.get(file) ?? "", "base").root, "default");
    return node?.kind === "scalar" && node.value === true;
  };
  const marked = slugs.find(isDefault);
  const slug = marked ?? slugs[0];
  if (slug === undefined) throw new Usage("There is no brand under flows/brands.");
  return slug;
}

/** Compiles a brand of a source; prints every error and throws {@link FlowsWrong} when there is no bundle. */
export function compileBrand(io: Io, source: FlowSource, slug: string): Bundle {
  if (!brands(source).includes(slug)) throw new Usage(noSuch("brand", slug, brands(source)));
  const { bundle, problems } = compile(source, slug);
  if (bundle !== null) return bundle;
  for (const problem of problems) io.warn(problemLine(problem));
  throw new FlowsWrong();
}

/** Reads the files and compiles one brand (the default one when none is named). */
export async function loadBrand(io: Io, named: string | undefined): Promise<LoadedBrand> {
  const source = await readSource(io.root);
  const slug = named ?? defaultBrand(source);
  return { slug, source, bundle: compileBrand(io, source, slug) };
}
