/** Exports what scenarios can cover of a brand, and which of it they do, for `flows coverage`. */
import type { FormBlock } from "../language/blocks.js";
import type { Bundle, BundleCore, CompiledBlock, CompiledEffect } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { LinkedOutcomes } from "../language/outcomes.js";
import type { ReadRecord } from "./read-record.js";
import type { ScreenTexts } from "./screen-texts.js";

/** Most general first, as the report lists them. */
export const COVERAGE_KINDS = [
  "screen",
  "link",
  "action",
  "outcome",
  "failure row",
  "effect",
  "field",
  "text",
  "branch",
  "lookup",
  "decision row",
  "redirect",
  "app failure",
  "true",
  "false",
  "decides",
] as const;

export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** One thing that a scenario can cover. */
export interface CoverageItem {
  readonly kind: CoverageKind;
  /** As the report names it; unique within its kind. */
  readonly name: string;
}

/** What the runs of scenarios have shown. */
export interface Observations {
  readonly record: ReadRecord;
  /** Names of the items of the kinds that no read shows: `screen`, `link`, `field`, `text`, `branch`, `true`, `false`, `decides`, and of chosen suggestions. */
  readonly seen: ReadonlySet<string>;
}

interface Item extends CoverageItem {
  readonly isCovered: (observed: Observations) => boolean;
}

/** The name of an item among the observations. */
export const observation = (kind: CoverageKind, name: string): string => `${kind} ${name}`;

const seen = (kind: CoverageKind, name: string): Item => ({
  kind,
  name,
  isCovered: ({ seen }) => seen.has(observation(kind, name)),
});

/** The runtime reads `fieldErrors` of each effect that it performs, whether the effect has the keyword or not. */
const isPerformed = ({ record }: Observations, path: readonly string[], effects: readonly CompiledEffect[]): boolean =>
  effects.length === 0 ? record.isRead(path) : effects.some((_effect, index) => record.isRead([...path, String(index), "fieldErrors"]));

function conditionalEffects(name: string, path: readonly string[], effects: readonly CompiledEffect[]): readonly Item[] {
  return effects.flatMap((effect, index) =>
    effect.when === undefined
      ? []
      : [
          {
            kind: "effect" as const,
            name: `${name}: effect ${index + 1}`,
            isCovered: ({ record }: Observations) => record.isRead([...path, String(index), "fieldErrors"]),
          },
        ],
  );
}

/** The name of a link in the report: its screen and its target, as text or as JSON of a target with parameters. */
export const linkName = (screen: string, go: unknown): string => `${screen}: ${typeof go === "string" ? go : JSON.stringify(go)}`;

function itemsOfScreen({ core, journeys, controls }: Bundle, id: string, outcomes: LinkedOutcomes): readonly Item[] {
  const journey = core.screens[id]?.journey ?? "";
  const content = journeys[journey]?.screens[id];
  if (content === undefined) return [seen("screen", id)];
  const base = ["bundle", "journeys", journey, "screens", id];
  const links = [...new Set((controls[id] ?? []).flatMap(({ go }) => (go === null ? [] : [linkName(id, go)])))];
  const actions = Object.entries(content.actions).flatMap(([action, { call, then = [], on = {} }]): readonly Item[] => {
    const path = [...base, "actions", action];
    const name = `${id}.${action}`;
    return [
      {
        kind: "action",
        name,
        isCovered: (observed) =>
          call === undefined ? isPerformed(observed, [...path, "then"], then) : observed.record.isRead([...path, "optimistic"]),
      },
      ...conditionalEffects(name, [...path, "then"], then),
      ...Object.entries(on).flatMap(([row, effects]): readonly Item[] =>
        !isReachable(row, on, core, outcomes.failures.get(call ?? ""))
          ? []
          : [
              {
                kind: row === "ok" ? "outcome" : "failure row",
                name: `${name}: ${row}`,
                isCovered: (observed) => isPerformed(observed, [...path, "on", row], effects),
              },
              ...conditionalEffects(`${name}: ${row}`, [...path, "on", row], effects),
            ],
      ),
    ];
  });
  const fields = formsIn(content.body).flatMap(({ key, fields }) => fields.order.map((field) => fieldName(id, key, field)));
  return [seen("screen", id), ...links.map((name) => seen("link", name)), ...actions, ...fields.map((name) => seen("field", name))];
}

/**
 * Whether a documented failure reaches a row: the row of its code comes first, then that of its status, and the app's rows of both
 * before `*`.
 */
function isReachable(
  row: string,
  on: Readonly<Record<string, unknown>>,
  { failures }: BundleCore,
  documented: readonly string[] | undefined,
): boolean {
  if (row === "ok" || documented === undefined) return true;
  return documented.some((name) => {
    const [status = ""] = name.split(".");
    if (row === name) return true;
    if (row === status) return !Object.hasOwn(on, name);
    return row === "*" && [on, failures].every((rows) => !Object.hasOwn(rows, name) && !Object.hasOwn(rows, status));
  });
}

/** A field is covered when an error has been shown at it. `path`: in the data, with the positions of list items. */
export const fieldName = (screen: string, form: string, path: string): string => `${screen}: ${form}.${path.replace(/\.\d+/g, "[]")}`;

/** A text of a screen, with the names of its placeholders in braces. It is covered when a scenario has compared it. */
export const shownTextName = (screen: string, text: string): string => `${screen}: ${JSON.stringify(text)}`;

/** A suggestion of a lookup that a depositor has chosen. */
export const chosenName = (lookup: string): string => `${lookup}: chosen`;

/** The forms at any depth of blocks. */
function formsIn(body: readonly CompiledBlock[]): readonly FormBlock[] {
  return body.flatMap((block) => [
    ...(block.block === "form" ? [block as FormBlock] : []),
    ...(Array.isArray(block.body) ? formsIn(block.body as readonly CompiledBlock[]) : []),
  ]);
}

function itemsOfCore(core: BundleCore): readonly Item[] {
  const read = (kind: CoverageKind, name: string, path: readonly string[]): Item => ({
    kind,
    name,
    isCovered: ({ record }) => record.isRead(["bundle", "core", ...path]),
  });
  return [
    ...Object.entries(core.decisions).flatMap(([name, { rows }]) =>
      rows.map(({ key }, index) => read("decision row", `${name}.${key}`, ["decisions", name, "rows", String(index), "go"])),
    ),
    ...Object.keys(core.lookups ?? {}).flatMap((name) => [
      read("lookup", `${name}: found`, ["lookups", name, "label"]),
      read("lookup", `${name}: none`, ["lookups", name, "none"]),
      read("lookup", `${name}: failed`, ["lookups", name, "failed"]),
      seen("lookup", chosenName(name)),
    ]),
    ...Object.entries(core.gates).map(([name]) => read("redirect", `gate ${name}`, ["gates", name, "go"])),
    ...Object.entries(core.screens).flatMap(([id, { fallback }]) =>
      fallback.map(({ go }, index) => read("redirect", `${id} to ${go} (${index + 1})`, ["screens", id, "fallback", String(index), "go"])),
    ),
    ...Object.entries(core.failures).map(
      ([row, effects]): Item => ({
        kind: "app failure",
        name: row,
        isCovered: (observed) => isPerformed(observed, ["bundle", "core", "failures", row], effects),
      }),
    ),
    ...Object.entries(core.predicates).flatMap(([name, { logic }]) => [
      seen("true", name),
      seen("false", name),
      ...conditionsOf(logic).map((condition) => seen("decides", decidesName(name, condition))),
    ]),
  ];
}

/** The conditions of a predicate that `and`, `or` and `!` combine; none where there is only one. */
export function conditionsOf(logic: Json): readonly Json[] {
  const all = parts(logic);
  const distinct = [...new Map(all.map((condition) => [JSON.stringify(condition), condition])).values()];
  return distinct.length < 2 ? [] : distinct;
}

function parts(logic: Json): readonly Json[] {
  if (isObject(logic)) {
    const [[operator, operands] = ["", null]] = Object.entries(logic);
    if (operator === "and" || operator === "or" || operator === "!" || operator === "!!")
      return (Array.isArray(operands) ? (operands as readonly Json[]) : [operands]).flatMap(parts);
  }
  return [logic];
}

export const decidesName = (predicate: string, condition: Json): string => `${predicate}: ${JSON.stringify(condition)}`;

/** An item, and whether the observed runs cover it. */
export interface CoverageResult extends CoverageItem {
  readonly covered: boolean;
}

/** `texts`: those of each screen by its id, and the branches of all; of a screen without an entry, none are among the results. */
export function coverageOf(
  bundle: Bundle,
  outcomes: LinkedOutcomes,
  observed: Observations,
  texts: ScreenTexts = { names: new Map(), branches: new Set() },
): readonly CoverageResult[] {
  const items = [
    ...Object.keys(bundle.core.screens).flatMap((id) => [
      ...itemsOfScreen(bundle, id, outcomes),
      ...[...(texts.names.get(id) ?? [])].map((text) => seen("text", shownTextName(id, text))),
    ]),
    ...[...texts.branches].map((branch) => seen("branch", branch)),
    ...itemsOfCore(bundle.core),
  ];
  return items.map(({ kind, name, isCovered }) => ({ kind, name, covered: isCovered(observed) }));
}
