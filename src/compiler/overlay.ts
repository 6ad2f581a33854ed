/** Exports the merge of a brand's overlay: JSON Merge Patch (RFC 7396) over nodes, which keep their locations. */

import type { Origin } from "../language/bundle.js";
import { canonical, hashJson } from "../language/hash.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import {
  itemOutsideItems,
  notAHash,
  nothingToPatch,
  nothingToRemove,
  overlayEmpty,
  overlaySame,
  overlayWaiver,
  staleOverlay,
} from "../language/overlay-problems.js";
import { wrongType } from "../language/problems.js";
import { childOf, type Entry, entriesOf, keysOf, type ObjectNode, plain, type SourceNode, textOf } from "../language/source.js";
import { typeOfJson } from "../language/static-types.js";
import { schemaUnder } from "./child-schema.js";
import type { Linker } from "./compile-context.js";
import { COLLECTIONS, explicitForm } from "./explicit-form.js";
import { renamedTo } from "./renamed-items.js";

type Report = Linker["report"];

/** Kinds that an author writes as a unit: a patch replaces them whole. */
const WHOLE = new Set(["predicate", "value", "template", "message", "dynamicPath"]);
/** Texts are merged by `text` and `values`, where both have these. A named value may be a text. */
const TEXTS = new Set(["text", "markdown", "namedValue"]);
const hasText = (node: SourceNode): boolean => node.kind !== "object" || node.entries.has("text") || node.entries.has("values");

/** Effects and rows are single or by key in `items`: a patch in the other form replaces them. */
const FORMS = new Set(["effects", "rows"]);
const isKeyed = (node: SourceNode): boolean => node.kind === "object" && (node.entries.has("items") || node.entries.has("order"));

function isWhole({ "x-kind": kind = "" }: LanguageSchema, base: SourceNode, patch: SourceNode): boolean {
  if (FORMS.has(kind)) return isKeyed(base) !== isKeyed(patch);
  return WHOLE.has(kind) || (TEXTS.has(kind) && !(hasText(base) && hasText(patch)));
}

/**
 * The base with the patch over it. `schema` is the language's schema of the base, where there is one (form schemas
 * are not of the language: they are merged by key alone).
 */
export function mergePatch(
  writtenBase: SourceNode,
  writtenPatch: SourceNode,
  schema: LanguageSchema | null,
  language: Language,
  report: Report,
): SourceNode {
  const resolved = schema === null ? null : language.resolve(schema);
  if (writtenPatch.kind !== "object") return isMistyped(writtenBase, writtenPatch, resolved, language, report) ? writtenBase : writtenPatch;
  const [base, explicitPatch] = [writtenBase, writtenPatch].map((node) => (resolved === null ? node : explicitForm(node, resolved))) as [
    SourceNode,
    ObjectNode,
  ];
  const patch = COLLECTIONS.has(resolved?.["x-kind"] ?? "") ? withAllItems(explicitPatch, base, report) : explicitPatch;
  if (base.kind !== "object" || (resolved !== null && isWhole(resolved, base, patch))) return patch;
  checkBase(base, patch, report);
  const entries = new Map<string, Entry>(base.entries);
  const removed = new Map<string, Origin>();
  /** The keys of the base that the patch does not remove: a finding suggests only these. */
  const kept = (): readonly string[] => keysOf(base).filter((key) => !isNull(patch.entries.get(key)?.node ?? base));
  for (const [key, entry] of patch.entries) {
    if (key === "base" && (isHash(entry.node) || isMeantAsHash(entry.node, base))) continue;
    if (key === "waivers" && resolved !== null) {
      report(entry.key, overlayWaiver());
      continue;
    }
    const under = base.entries.get(key);
    if (isNull(entry.node)) {
      if (under === undefined) report(entry.key, nothingToRemove(key, kept(), renamedTo(key, entry.node, base, patch.entries)));
      entries.delete(key);
      removed.set(key, entry.key);
    } else if (under === undefined) {
      const renamed = renamedTo(key, entry.node, base, patch.entries);
      entries.set(key, { ...entry, node: withoutNulls(entry.node, report), beside: kept(), ...(renamed !== null && { renamed }) });
    } else {
      const inner = schemaUnder(key, base, resolved, language);
      checkSaying(key, entry, under, inner !== null && isWhole(language.resolve(inner), under.node, entry.node), report);
      entries.set(key, {
        key: entry.node.kind === "object" ? under.key : entry.key,
        node: mergePatch(under.node, entry.node, inner, language, report),
      });
    }
  }
  return { kind: "object", entries, at: base.at, partial: base.partial || patch.partial, removed };
}

/** Whether a patch of an object has a type that the language does not allow there, which it reports: what reads the object is right. */
function isMistyped(base: SourceNode, patch: SourceNode, schema: LanguageSchema | null, language: Language, report: Report): boolean {
  if (base.kind !== "object" || schema === null) return false;
  const types = typesOf(schema, language);
  const found = patch.kind === "list" ? "array" : typeOfJson(plain(patch));
  if (types.length === 0 || types.includes(found)) return false;
  report(patch.at, wrongType([...new Set(types)], found));
  return true;
}

/** The JSON types that a schema allows; none where it does not name them. */
function typesOf(schema: LanguageSchema, language: Language): readonly string[] {
  if (schema.type !== undefined) return typeof schema.type === "string" ? [schema.type] : schema.type;
  const branches = (schema.oneOf ?? []).map((branch) => typesOf(language.resolve(branch), language));
  return branches.some((types) => types.length === 0) ? [] : branches.flat();
}

/** A patch of a collection with the items that are written beside `order`; it reports each, and the merge applies it without more findings. */
function withAllItems(patch: ObjectNode, base: SourceNode, report: Report): ObjectNode {
  const known = childOf(base, "items");
  const isItem = ([key, { node }]: readonly [string, Entry]): boolean =>
    !["items", "order", "base", "waivers"].includes(key) && (node.kind === "object" || isNull(node) || childOf(known, key) !== null);
  const outside = [...patch.entries].filter(isItem);
  const items = patch.entries.get("items");
  if (outside.length === 0 || (items !== undefined && items.node.kind !== "object")) return patch;
  for (const [key, entry] of outside) report(entry.key, itemOutsideItems(key, isNull(entry.node)));
  const node: ObjectNode = {
    kind: "object",
    entries: new Map([...entriesOf(items?.node ?? null), ...outside]),
    at: patch.at,
    partial: patch.partial,
  };
  const others = [...patch.entries].filter((entry) => !isItem(entry));
  return { ...patch, entries: new Map([...others, ["items", { key: items?.key ?? patch.at, node }]]) };
}

/** Reports a patch that changes nothing; the parts of a merged object are checked one by one. */
function checkSaying(key: string, { key: at, node }: Entry, under: Entry, whole: boolean, report: Report): void {
  const merged = node.kind === "object" && !whole;
  if (node.kind === "object" && node.entries.size === 0 && under.node.kind === "object" && under.node.entries.size > 0 && !node.partial)
    report(at, overlayEmpty(key));
  else if (!merged && !node.partial && canonical(plain(node)) === canonical(plain(under.node))) report(at, overlaySame(key));
}

function isNull(node: SourceNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

function isHash(node: SourceNode): boolean {
  return /^[0-9a-f]{8,64}$/.test(textOf(node) ?? "");
}

/** Another text, where the patched node has no keyword of this name. */
function isMeantAsHash(node: SourceNode, base: ObjectNode): boolean {
  return textOf(node) !== null && !base.entries.has("base");
}

/** `base` on a patched node: the hash of what it patched. */
function checkBase(base: ObjectNode, patch: ObjectNode, report: Report): void {
  const written = patch.entries.get("base");
  if (written === undefined) return;
  const now = hashJson(plain(base));
  if (!isHash(written.node)) {
    if (isMeantAsHash(written.node, base)) report(written.node.at, notAHash(now.slice(0, 12)));
  } else if (!now.startsWith(textOf(written.node) ?? "")) report(written.node.at, staleOverlay(now.slice(0, 12)));
}

/** A new node has nothing to remove. */
function withoutNulls(node: SourceNode, report: Report): SourceNode {
  if (node.kind !== "object") return node;
  const entries = new Map<string, Entry>();
  for (const [key, entry] of node.entries) {
    if (key === "base" && isHash(entry.node)) report(entry.node.at, nothingToPatch(key, [], ["what it patches"]));
    else entries.set(key, entry);
  }
  return { ...node, entries };
}
