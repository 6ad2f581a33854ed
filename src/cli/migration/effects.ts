/** Exports the rewriting of language 1's lists of effects and rows to language 2's single effects, single rows and keyed maps. */
import { type Branch, isBranch, isList, type Tree } from "../json-tree.js";

/** Keywords of an effect in the order in which language 2 performs them. */
const ORDER = ["set", "reset", "refetch", "fieldErrors", "notify", "notifyError", "download", "openProvider", "go", "decide"];
/** The effects that change the state: later effects read the changed state. */
const STATE = ["set", "reset", "notify"];

const keywordsOf = (effect: Branch): readonly string[] => [...effect.keys()].filter((keyword) => ORDER.includes(keyword));
const same = (a: Tree | undefined, b: Tree | undefined): boolean => text(a) === text(b);
const text = (tree: Tree | undefined): string => (tree === undefined ? "" : JSON.stringify(tree, (_key, part: unknown) => listed(part)));
const listed = (part: unknown): unknown => (part instanceof Map ? [...part] : part);

/** A list of effects as one effect, or as effects by name. Anything else stays as it is. */
export function effectsOf(list: Tree): Tree {
  if (!isList(list) || !list.every(isBranch)) return list;
  const groups: Branch[] = [];
  for (const effect of list as readonly Branch[]) {
    const last = groups.at(-1);
    if (last !== undefined && joins(last, effect)) groups[groups.length - 1] = new Map([...last, ...effect]);
    else groups.push(effect);
  }
  const effects = groups.map(written);
  const [only] = effects;
  if (only === undefined) return new Map([["silent", true]]);
  if (effects.length === 1) return only;
  return new Map([["items", named(effects, nameOfEffect)]]);
}

/** Whether an effect does the same when it is part of the one before. */
function joins(before: Branch, effect: Branch): boolean {
  const [keywords, more] = [keywordsOf(before), keywordsOf(effect)];
  if (!same(before.get("when"), effect.get("when")) || keywords.includes("go") || keywords.includes("decide")) return false;
  if (keywords.some((keyword) => more.includes(keyword))) return false;
  // Language 1 evaluated the condition of the second effect on the state after the first.
  if (before.has("when") && keywords.some((keyword) => STATE.includes(keyword))) return false;
  return more.every((keyword) => keywords.every((earlier) => inOrder(earlier, keyword, before, effect)));
}

function inOrder(earlier: string, keyword: string, before: Branch, effect: Branch): boolean {
  if (ORDER.indexOf(earlier) < ORDER.indexOf(keyword) || !STATE.includes(earlier) || !STATE.includes(keyword)) return true;
  return earlier === "notify" && readsNoState(before.get("notify")) && !writesNotification(effect);
}

/** Whether a message is the same in every state. */
function readsNoState(notify: Tree | undefined): boolean {
  const paths = [...text(notify).matchAll(/\["var",(?:\[)?"([^"]*)"/g)].map(([, path = ""]) => path.split(".")[0] ?? "");
  return paths.every((root) => ["error", "result", "form", "item"].includes(root));
}

function writesNotification(effect: Branch): boolean {
  const [set, reset] = [effect.get("set"), effect.get("reset")];
  const written = isBranch(set) && [...set.keys()].some((path) => path.split(".")[0] === "notification");
  return written || (reset !== undefined && (!isList(reset) || reset.includes("notification")));
}

/** The effect with `notifyError` where that is equivalent, its keywords in the order in which they are performed. */
function written(effect: Branch): Branch {
  const notify = effect.get("notify");
  const severity = isBranch(notify) ? notify.get("severity") : undefined;
  const short = isBranch(notify) && typeof severity === "string" && text(notify.get("message")) === '[["var","error.message"]]';
  const place = (keyword: string): number => (keyword === "when" ? -1 : keyword === "where" ? 0.5 : ORDER.indexOf(keyword));
  const pairs = [...effect].map(([keyword, part]): [string, Tree] =>
    keyword === "notify" && short ? ["notifyError", severity as string] : [keyword, part],
  );
  return new Map(pairs.sort(([a], [b]) => place(a) - place(b)));
}

/** A list of rows as the text of its only row, as that row, or as rows by name. `short`: the keyword that the text replaces. */
export function rowsOf(list: Tree, short: string): Tree {
  if (!isList(list) || !list.every(isBranch)) return list;
  const rows = list as readonly Branch[];
  const [only] = rows;
  if (only === undefined || rows.length > 1) return new Map([["items", named(rows, nameOfRow)]]);
  const value = only.get(short);
  return only.size === 1 && typeof value === "string" ? value : only;
}

function named(all: readonly Branch[], nameOf: (one: Branch) => string): Branch {
  const found = new Map<string, Tree>();
  for (const [index, one] of all.entries()) {
    const last = index === all.length - 1 && !one.has("when") && (one.has("go") || one.has("decide") || one.has("use"));
    const name = last ? "else" : (conditionOf(one.get("when")) ?? nameOf(one));
    let unique = name;
    for (let count = 2; found.has(unique); count += 1) unique = `${name}${count}`;
    found.set(unique, one);
  }
  return found;
}

/** The name of a condition that is the name of a predicate, or the opposite of one. */
function conditionOf(when: Tree | undefined): string | null {
  if (typeof when === "string") return when;
  const denied = isBranch(when) && when.size === 1 ? when.get("!") : undefined;
  const [name] = isList(denied) ? denied : [denied];
  return typeof name === "string" ? `not${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : null;
}

function nameOfEffect(effect: Branch): string {
  const set = effect.get("set");
  const [path = ""] = isBranch(set) ? set.keys() : [];
  return placeOf(effect.get("go")) ?? textOf(effect.get("decide")) ?? lastOf(path, ".") ?? keywordsOf(effect)[0] ?? "silent";
}

function nameOfRow(row: Branch): string {
  return placeOf(row.get("go")) ?? textOf(row.get("action")) ?? textOf(row.get("use")) ?? "row";
}

const textOf = (tree: Tree | undefined): string | null => (typeof tree === "string" ? tree : null);

/** The last part of the path of a `go`. */
function placeOf(go: Tree | undefined): string | null {
  const path = isBranch(go) ? go.get("path") : go;
  return typeof path === "string"
    ? (lastOf((path.split("?")[0] ?? "").replace(/\/:[^/]+$/, ""), "/") ?? "start")
    : isBranch(go)
      ? "go"
      : null;
}

function lastOf(path: string, separator: string): string | null {
  const parts = (path.split(separator).at(-1) ?? "").replaceAll("[]", "").split(/[-_]/);
  const name = parts.map((part, index) => (index === 0 ? part : `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)).join("");
  return name === "" ? null : name;
}
