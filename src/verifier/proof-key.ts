/**
 * Exports `proofKey`: the hash of everything that decides the verdict of a proof, for `flows check`, which needs no new proof
 * after an edit of a text. Texts and locations do not affect it: no rule and no step of the engine reads the content of
 * a text.
 */
import { hashText } from "../language/hash.js";
import { isObject } from "../language/json.js";
import { isSource } from "../language/source-map.js";
import type { AnalysisInput } from "./analyse.js";

/** The keywords whose value is a text, wherever it is not in one of `DATA`. */
const TEXTS: ReadonlySet<string> = new Set([
  "title",
  "heading",
  "label",
  "text",
  "message",
  "description",
  "detail",
  "confirm",
  "cancel",
  "ready",
  "edit",
  "error",
  "failed",
  "none",
  "placeholder",
  "help",
  "submitLabel",
  "note",
  "ui:title",
  "ui:help",
  "ui:placeholder",
  "what",
  "reason",
]);

/** The keywords whose value is a table of texts, where all of its values are. */
const TABLES_OF_TEXTS: ReadonlySet<string> = new Set(["chrome", "texts", "errors"]);

/** The keywords whose value is a condition, or names and values of the state, of a form, of an operation or of an address. */
const DATA: ReadonlySet<string> = new Set([
  "logic",
  "initial",
  "persisted",
  "fills",
  "default",
  "enum",
  "const",
  "becomes",
  "set",
  "where",
  "with",
  "state",
  "params",
  "search",
  "values",
]);

/** A text as compiled: with its values, a parsed message. */
const isText = (value: unknown): boolean => typeof value === "string" || (isObject(value) && "icu" in value);

/** Of texts alone: a slice of the state may have the same name. */
const isTable = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);

/** The parts of the screens that affect the proof: most are the same objects after an edit and in the next brand. */
const ofScreens = new WeakMap<object, string>();

/** JSON text with sorted keys, without locations, names and what texts say. `isData`: every value counts. */
function decisive(value: unknown, isData: boolean): string {
  if (value instanceof Map) return decisive([...value], isData);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((part) => decisive(part, isData)).join(",")}]`;
  if (isSource("at", value, value as { readonly [key: string]: unknown })) return '"at"';
  const object = value as { readonly [key: string]: unknown };
  const parts: string[] = [];
  for (const key of Object.keys(object).sort()) {
    const part = object[key];
    if (part === undefined || isSource(key, part, object)) continue;
    const isSaid = !isData && ((TEXTS.has(key) && isText(part)) || (TABLES_OF_TEXTS.has(key) && isTable(part)));
    parts.push(`${JSON.stringify(key)}:${isSaid ? '""' : decisive(part, isData || DATA.has(key))}`);
  }
  return `{${parts.join(",")}}`;
}

function ofScreen(screen: object): string {
  const text = ofScreens.get(screen) ?? decisive(screen, false);
  ofScreens.set(screen, text);
  return text;
}

/** The hash of an input of the analysis without texts and locations: inputs with one hash have the same verdict of one verifier. */
export function proofKey({ bundle, base, ...others }: AnalysisInput, version: string): string {
  const { core, journeys, forms, controls } = bundle;
  const screens = Object.values(journeys).flatMap((journey) => Object.entries(journey.screens));
  const parts = [
    version,
    ...screens.flatMap(([id, content]) => [id, ofScreen(content)]),
    // Its hash depends on texts.
    ...[core, base?.core ?? null].map((one) => decisive(one === null ? null : { ...one, hash: "" }, false)),
    ...[forms, controls, others].map((one) => decisive(one, false)),
  ];
  return hashText(parts.join("\n"));
}
