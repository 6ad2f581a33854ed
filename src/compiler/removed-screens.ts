/**
 * Exports `withoutPatterns`, which removes the screens of a pattern (`beneficiary.**`), and `atRemovals`: the findings about what
 * leads to removed screens, each with the part to remove as well. It names the largest part that does nothing else, so that one run
 * of `flows check` lists everything that goes with the screens.
 */
import type { Origin } from "../language/bundle.js";
import { leadsToRemoved, removedButNamed } from "../language/overlay-problems.js";
import { type Problem, placeOf, problemAt, unknownPath } from "../language/problems.js";
import { screenPaths } from "../language/screen-paths.js";
import { childOf, type Entry, entriesOf, type ObjectNode, type ScalarNode, type SourceNode, textOf } from "../language/source.js";
import type { Merged } from "./normalise/merged.js";

const ALL_BELOW = ".**";

/** The patch with the screens of each removed pattern. A pattern without a screen stays: the merge reports it. */
export function withoutPatterns(patch: SourceNode, base: ObjectNode): SourceNode {
  if (patch.kind !== "object") return patch;
  const entries = [...patch.entries].flatMap(([key, entry]): readonly (readonly [string, Entry])[] => {
    const root = key.endsWith(ALL_BELOW) && isNull(entry.node) ? key.slice(0, -ALL_BELOW.length) : null;
    const ids = root === null ? [] : [...base.entries.keys()].filter((id) => id === root || id.startsWith(`${root}.`));
    // What the overlay writes about one of the screens itself applies to that screen.
    return ids.length === 0 ? [[key, entry]] : ids.filter((id) => !patch.entries.has(id)).map((id) => [id, entry]);
  });
  return { ...patch, entries: new Map(entries) };
}

const isNull = (node: SourceNode): boolean => node.kind === "scalar" && node.value === null;

/** The definition before its short forms are written out, and the screens of the base. */
export interface WithRemovals {
  readonly merged: Merged;
  readonly baseScreens: ObjectNode;
}

/** The screens of the base that the overlay removes. */
export function removedScreens({ merged, baseScreens }: WithRemovals) {
  return [...removalsOf(merged)].flatMap(([id, removal]) => {
    const node = childOf(baseScreens, id);
    return node === null ? [] : [{ id, node, paths: screenPaths(id, node), removal }];
  });
}

/** Where the overlay removes each screen: by its id, or with its step of a wizard. */
function removalsOf({ screens, wizards, baseWizards }: Merged): ReadonlyMap<string, Origin> {
  const withSteps = entriesOf(wizards).flatMap(([name, { node }]) =>
    [...removedIn(childOf(node, "steps", "items"))].flatMap(([step, removal]): readonly (readonly [string, Origin])[] => {
      const steps = childOf(baseWizards, name, "steps");
      const id = textOf(childOf(childOf(steps, "items") ?? steps, step, "screen"));
      return id === null ? [] : [[id, removal]];
    }),
  );
  return new Map([...withSteps, ...removedIn(screens)]);
}

const removedIn = (node: SourceNode | null): ReadonlyMap<string, Origin> => (node?.kind === "object" ? node.removed : undefined) ?? NONE;
const NONE: ReadonlyMap<string, Origin> = new Map();

/** Something that names a removed screen. */
interface Dead {
  readonly name: string;
  readonly at: Origin;
  /** Where the overlay removes the screen. */
  readonly removal: Origin;
}

/** What a part of the definition leads to. */
interface Leads {
  readonly dead: readonly Dead[];
  /** Whether it also does something else. */
  readonly isUsed: boolean;
}

/** Finds what a text under a keyword leads to; null for other texts. */
type LookUp = (keyword: string, node: ScalarNode) => Leads | null;

const SECTIONS = ["decisions", "wizards", "app", "values", "fields", "screens"] as const;
/** Keywords whose parts have names by which an overlay can remove them. */
const NAMED_PARTS: ReadonlySet<string> = new Set(["controls", "options", "rows", "sections", "items", "steps", "navigation"]);
/** Keywords that make a part do something. */
const USES: ReadonlySet<string> = new Set(["go", "path", "decide", "action", "call", "submit"]);
/** Keywords of a block that contain its links. */
const LINKS = ["control", "controls", "options"] as const;
const NOTHING: Leads = { dead: [], isUsed: false };
const USED: Leads = { dead: [], isUsed: true };

/** The problems, those about removed screens with the part to remove as well. */
export function atRemovals(problems: readonly Problem[], removals: WithRemovals): readonly Problem[] {
  const { merged } = removals;
  const removed = removalsOf(merged);
  if (removed.size === 0 || !problems.some(({ rule }) => rule === "unknown-name")) return problems;
  const paths = removedScreens(removals).flatMap(({ paths: own, removal }) => own.map((path) => ({ path, removal })));
  const links = problems.flatMap((problem) => {
    const of = paths.find(({ path }) => isAbout(problem, path));
    return of === undefined ? [] : [{ name: of.path, removal: of.removal, problem }];
  });
  /** A text may have several links. */
  const linksAt = (place: Origin) => links.filter(({ problem }) => keyOf(problem) === keyOf(place));
  const byMessage = new Map(problems.map((problem) => [problem.message, problem]));
  const replaced = new Set<Problem>();
  /** Decisions, and actions of a screen, that only lead to removed screens. */
  const gone = new Map<string, readonly Dead[]>();
  const lookUp =
    (screen: string): LookUp =>
    (keyword, node) => {
      const text = textOf(node) ?? "";
      const dead = linksAt(node.at).map((link) => ({ ...link, at: node.at }));
      if (dead.length > 0) return { dead, isUsed: false };
      const removal = keyword === "screen" ? removed.get(text) : undefined;
      if (removal !== undefined && byMessage.has(removedButNamed(text, node.at).message))
        return { dead: [{ name: text, at: node.at, removal }], isUsed: false };
      const indirect = keyword === "decide" ? gone.get(text) : keyword === "action" ? gone.get(`${screen}.${text}`) : undefined;
      if (indirect !== undefined) return { dead: indirect.map((one) => ({ ...one, at: node.at })), isUsed: false };
      return USES.has(keyword) || keyword === "screen" ? USED : null;
    };
  for (const [name, { node }] of entriesOf(merged.decisions)) addGone(gone, name, node, lookUp(""));
  for (const [id, { node }] of entriesOf(merged.screens))
    for (const [name, entry] of entriesOf(childOf(node, "actions"))) addGone(gone, `${id}.${name}`, entry.node, lookUp(id));
  const found: Problem[] = [];
  for (const section of SECTIONS)
    for (const [name, { node }] of entriesOf(merged[section]))
      for (const { path, isPart, dead } of partsOf(node, [section, name], lookUp(name))) {
        for (const one of dead) {
          const step = byMessage.get(removedButNamed(one.name, one.at).message);
          for (const other of [...linksAt(one.at).map(({ problem }) => problem), step]) if (other !== undefined) replaced.add(other);
        }
        const see = dead.map(({ at }) => placeOf(at));
        for (const { name: removedName, removal } of isPart ? dead.slice(0, 1) : dead)
          found.push({ ...problemAt(removal, leadsToRemoved(removedName, see, path, isPart)), see });
      }
  return [...problems.filter((problem) => !replaced.has(problem)), ...found];
}

const keyOf = ({ file, line, column }: Pick<Origin, "file" | "line" | "column">): string => `${file}:${line}:${column}`;

/** Whether a problem is that no screen has this path; it may suggest another one. */
function isAbout({ message }: Problem, path: string): boolean {
  const said = unknownPath(path, []).message;
  return message === said || message.startsWith(`${said};`);
}

/** Notes a decision or an action that does nothing but lead to removed screens. */
function addGone(gone: Map<string, readonly Dead[]>, name: string, node: SourceNode, lookUp: LookUp): void {
  const { dead, isUsed } = leadsOf("", node, lookUp);
  if (dead.length > 0 && !isUsed) gone.set(name, dead);
}

/** What a node leads to, with everything in it. */
function leadsOf(keyword: string, node: SourceNode, lookUp: LookUp): Leads {
  if (node.kind === "scalar") return lookUp(keyword, node) ?? NOTHING;
  const inner =
    node.kind === "list"
      ? node.items.map((item) => leadsOf(keyword, item, lookUp))
      : [...node.entries].map(([key, entry]) => leadsOf(key, entry.node, lookUp));
  return { dead: inner.flatMap(({ dead }) => dead), isUsed: inner.some(({ isUsed }) => isUsed) };
}

/** A part to remove, or (`isPart` false) a keyword to change. */
interface Part {
  readonly path: readonly string[];
  readonly isPart: boolean;
  readonly dead: readonly Dead[];
}

/** The largest parts of a node that only lead to removed screens, and the keywords in other parts that lead there. */
function partsOf(node: SourceNode, path: readonly string[], lookUp: LookUp): readonly Part[] {
  const { dead, isUsed } = leadsOf(path.at(-1) ?? "", node, lookUp);
  if (dead.length === 0) return [];
  if (!isUsed && isRemovable(node, path, lookUp)) return [{ path, isPart: true, dead }];
  if (node.kind !== "object") return [{ path, isPart: false, dead }];
  return [...node.entries].flatMap(([key, entry]) => partsOf(entry.node, [...path, key], lookUp));
}

/** Whether an overlay can remove this part by its name. */
function isRemovable(node: SourceNode, path: readonly string[], lookUp: LookUp): boolean {
  const [section = "", , keyword] = path;
  if (node.kind !== "object") return false;
  if (path.length === 2) return section === "decisions" || section === "wizards";
  if (path.length === 4 && keyword === "actions") return true;
  // A block whose own links all lead to removed screens; one with other blocks in it stays.
  if (node.entries.has("block"))
    return LINKS.some((key) => leadsOf(key, childOf(node, key) ?? node, lookUp).dead.length > 0 && node.entries.has(key));
  return path.at(-1) === "control" || NAMED_PARTS.has(path.at(-2) ?? "");
}
