/** Exports the check for links of the base that an overlay broke by renaming or removing their screen. */
import type { Problem } from "../language/problems.js";
import { unknownPath } from "../language/problems.js";
import { screenPaths } from "../language/screen-paths.js";
import type { FlowSource, SourceNode } from "../language/source.js";
import { childOf, entriesOf, readDocument } from "../language/source.js";

/** Paths of the base's screens that an overlay has not left there, with the place where it wrote so. */
function lostPaths(source: FlowSource, overlay: SourceNode): ReadonlyMap<string, SourceNode["at"]> {
  const lost = new Map<string, SourceNode["at"]>();
  const base = [...source.files].flatMap(([file, text]) =>
    /^flows\/[^/]+\.flow\.json$/.test(file) ? entriesOf(childOf(readDocument(file, text, "base").root, "screens")) : [],
  );
  for (const [id, { node }] of base) {
    const written = entriesOf(childOf(overlay, "screens")).find(([one]) => one === id)?.[1];
    if (written === undefined || (written.node.kind === "object" && childOf(written.node, "path") === null)) continue;
    const at = written.node.kind === "object" ? childOf(written.node, "path")?.at : written.key;
    const kept = written.node.kind === "object" ? screenPaths(id, written.node) : [];
    for (const path of screenPaths(id, node)) if (at !== undefined && !kept.includes(path)) lost.set(path, at);
  }
  return lost;
}

/** The problems, with those links reported once per path at the overlay's line, and their locations as related locations. */
export function reportedAtOverlay(source: FlowSource, slug: string, problems: readonly Problem[]): readonly Problem[] {
  const file = `flows/brands/${slug}/overlay.json`;
  const text = source.files.get(file);
  const { rule } = unknownPath("", []);
  if (text === undefined || !problems.some((problem) => problem.rule === rule && problem.file !== file)) return problems;
  const { root } = readDocument(file, text, "overlay");
  const lost = root === null ? [] : [...lostPaths(source, root)];
  const lostLinks = new Map<string, Problem>();
  const left: Problem[] = [];
  for (const problem of problems) {
    const [path, at] = lost.find(([one]) => problem.message.startsWith(unknownPath(one, []).message)) ?? [];
    if (problem.rule !== rule || problem.file === file || path === undefined || at === undefined) {
      left.push(problem);
      continue;
    }
    const { file: base, line, column } = problem;
    const see = [...(lostLinks.get(path)?.see ?? []), { file: base, line, column }];
    const { line: own, column: first } = at;
    const message = `${unknownPath(path, []).message} any more, and ${see.length === 1 ? "a link leads" : `${see.length} links lead`} to it: ${see.map((one) => `${one.file}:${one.line}`).join(", ")}`;
    lostLinks.set(path, { ...problem, file, line: own, column: first, message, see });
  }
  return [...left, ...lostLinks.values()];
}
