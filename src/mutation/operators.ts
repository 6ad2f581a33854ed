/**
 * Exports the mutation operators (DeMillo, Lipton and Sayward 1978: small faults of a competent author) for the definitions:
 * each makes a definition wrong in one way that a configurator could.
 */
import type { Json } from "../language/definition.js";
import { durationOf, durationText } from "../language/durations.js";
import { isObject, type JsonObject } from "../language/json.js";
import type { Change, MutantKind, MutationOperator, Place, Vocabulary } from "./mutant.js";
import { weakensPrecondition } from "./preconditions.js";
import { presentation } from "./presentation.js";

const show = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};
const keyOf = ({ path }: Place): string | number | undefined => path.at(-1);
const without = (value: JsonObject, key: string): JsonObject => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
const dropped = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_one, position) => position !== index);

/** The name after this one in a list, so that a mutant is the same in each run; null where there is no other. */
function next(names: readonly string[], name: string): string | null {
  const at = names.indexOf(name);
  const other = names[(at + 1) % names.length];
  return other === undefined || other === name ? null : other;
}

const renamed = (names: readonly string[], name: Json): readonly Change[] => {
  const other = typeof name === "string" && names.includes(name) ? next(names, name) : null;
  return other === null ? [] : [{ value: other, change: `${show(name)} became ${show(other)}` }];
};

/** Keys whose value is a condition. */
const CONDITIONS = new Set(["when", "guard", "until", "require", "precondition"]);

/** Whether the node is a condition, or a part of one. */
const isCondition = ({ path }: Place): boolean =>
  path.some((key) => typeof key === "string" && CONDITIONS.has(key)) || path[0] === "predicates";

/** An operator on an object that removes one of its keys. */
const removes = (kind: MutantKind, keys: readonly string[], holds: (place: Place) => boolean = () => true): MutationOperator => ({
  kind,
  mutate: (place) => {
    const { value } = place;
    if (!isObject(value) || !holds(place)) return [];
    return keys.filter((key) => Object.hasOwn(value, key)).map((key) => ({ value: without(value, key), change: `${key} was removed` }));
  },
});

/** An operator on a collection below this key that removes each of its items. */
const removesItems = (kind: MutantKind, key: string, holds: (place: Place) => boolean = () => true): MutationOperator => ({
  kind,
  mutate: (place) => {
    const { value } = place;
    if (keyOf(place) !== key || !holds(place)) return [];
    if (Array.isArray(value))
      return (value as readonly Json[]).map((item, index) => ({
        value: dropped(value as readonly Json[], index),
        change: `${show(item)} was removed from ${key}`,
      }));
    if (!isObject(value)) return [];
    const inner = isObject(value.items) ? value.items : value;
    return Object.keys(inner).map((name) => ({
      value: inner === value ? without(value, name) : { ...value, items: without(inner, name), ...orderWithout(value, name) },
      change: `${key}.${name} was removed`,
    }));
  },
});

const orderWithout = ({ order }: JsonObject, name: string): JsonObject =>
  Array.isArray(order) ? { order: (order as readonly Json[]).filter((key) => key !== name) } : {};

/** An operator on the value of these keys that uses another known name. */
const renames = (kind: MutantKind, keys: readonly string[], known: (names: Vocabulary) => readonly string[]): MutationOperator => ({
  kind,
  mutate: (place, names) => (keys.includes(String(keyOf(place))) ? renamed(known(names), place.value) : []),
});

const COMPARISONS: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  ">": ">=",
  ">=": ">",
  "<": "<=",
  "<=": "<",
  some: "all",
  all: "some",
  none: "some",
};

/** The only key of an object and its value. */
function operation(value: Json): readonly [string, Json] | null {
  if (!isObject(value)) return null;
  const [entry, ...more] = Object.entries(value);
  return entry === undefined || more.length > 0 ? null : entry;
}

/** A path with the same first step, else any other. */
function otherVariable(variables: readonly string[], path: string): string | null {
  const siblings = variables.filter((one) => one.split(".").slice(0, -1).join(".") === path.split(".").slice(0, -1).join("."));
  return next(siblings, path);
}

const variable = (kind: MutantKind, holds: (place: Place) => boolean): MutationOperator => ({
  kind,
  mutate: (place, { variables }) => {
    const { value } = place;
    if (!isObject(value) || typeof value.var !== "string" || !holds(place)) return [];
    const other = otherVariable(variables, value.var);
    return other === null ? [] : [{ value: { ...value, var: other }, change: `${value.var} became ${other}` }];
  },
});

const inKey =
  (...keys: readonly string[]) =>
  ({ path }: Place): boolean =>
    path.some((key) => typeof key === "string" && keys.includes(key));

/** Keywords of an effect. */
const EFFECT_KEYWORDS = ["set", "reset", "notify", "notifyError", "refetch", "go", "decide", "download", "fieldErrors", "openProvider"];
const isEffect = (place: Place): boolean => {
  const { path, value } = place;
  return isObject(value) && (inKey("then", "on", "optimistic", "failures")(place) || path[0] === "failures") && !("label" in value);
};

const BOUNDS = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "x-minimum-amount",
  "x-maximum-amount",
  "x-minimum-age",
  "x-maximum-age",
];
const inForms = ({ path }: Place): boolean => path[0] === "properties" || path.length === 0 || path[0] === "allOf" || path[0] === "then";

const TEXT_KEYS = ["label", "title", "heading", "text", "submitLabel", "help"];

/** Swaps the values of this key in neighbouring items of a collection. */
function swappedTexts({ value }: Place): readonly Change[] {
  if (!isObject(value)) return [];
  const items = Object.entries(value).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]) && typeof entry[1].label === "string",
  );
  const [one, other] = items;
  if (one === undefined || other === undefined || one[1].label === other[1].label) return [];
  return [
    {
      value: { ...value, [one[0]]: { ...one[1], label: other[1].label ?? null }, [other[0]]: { ...other[1], label: one[1].label ?? null } },
      change: `the labels of ${one[0]} and ${other[0]} were swapped`,
    },
  ];
}

export const OPERATORS: readonly MutationOperator[] = [
  {
    kind: "guard",
    mutate: (place) => (keyOf(place) !== "guard" || place.value === true ? [] : [{ value: true, change: "the guard is always true" }]),
  },
  removes("gate", ["gates"]),
  removesItems("gate", "gates"),
  removes("condition", ["when"]),
  {
    kind: "condition",
    mutate: (place) => {
      const key = keyOf(place);
      if (typeof key !== "string" || (!CONDITIONS.has(key) && !(place.path.length === 2 && place.path[0] === "predicates"))) return [];
      return typeof place.value === "boolean" ? [] : [{ value: { "!": [place.value] }, change: "the condition was negated" }];
    },
  },
  {
    kind: "operand",
    mutate: (place) => {
      const found = operation(place.value);
      if (found === null || !isCondition(place)) return [];
      const [name, operands] = found;
      if ((name !== "and" && name !== "or") || !Array.isArray(operands) || weakensPrecondition(place, name)) return [];
      const list = operands as readonly Json[];
      const other = name === "and" ? "or" : "and";
      return [
        { value: { [other]: list }, change: `${name} became ${other}` },
        ...(list.length < 2
          ? []
          : list.map((one, index) => ({ value: { [name]: dropped(list, index) }, change: `${show(one)} was removed from ${name}` }))),
      ];
    },
  },
  {
    kind: "comparison",
    mutate: (place) => {
      const found = operation(place.value);
      const other = found === null ? undefined : COMPARISONS[found[0]];
      return found === null || other === undefined || weakensPrecondition(place, found[0])
        ? []
        : [{ value: { [other]: found[1] }, change: `${found[0]} became ${other}` }];
    },
  },
  {
    kind: "number",
    mutate: (place) =>
      typeof place.value === "number" && typeof keyOf(place) === "number"
        ? [{ value: place.value + 1, change: `${place.value} became ${place.value + 1}` }]
        : [],
  },
  {
    kind: "literal",
    mutate: ({ value, path, parent }, { literals }) => {
      if (typeof value !== "string" || !Array.isArray(parent)) return [];
      const compared = (parent as readonly Json[]).find((one) => isObject(one) && typeof one.var === "string");
      const known = isObject(compared) ? (literals.get(String(compared.var)) ?? []) : [];
      const other = typeof path.at(-1) === "number" ? next(known, value) : null;
      return other === null ? [] : [{ value: other, change: `${show(value)} became ${show(other)}` }];
    },
  },
  {
    kind: "predicate",
    mutate: (place, { predicates }) => (isCondition(place) || CONDITIONS.has(String(keyOf(place))) ? renamed(predicates, place.value) : []),
  },
  variable("path", (place) => isCondition(place)),
  renames("target", ["go", "path"], ({ paths }) => paths),
  renames("decision", ["decide"], ({ decisions }) => decisions),
  removesItems("decision row", "rows", ({ path }) => path[0] === "decisions"),
  removesItems("fallback", "fallback"),
  renames("operation", ["call"], ({ mutations }) => mutations),
  renames("query", ["query"], ({ queries }) => queries),
  variable("binding", (place) => inKey("with")(place) && !isCondition(place)),
  removesItems("binding removed", "with"),
  removesItems("effect", "then"),
  removesItems("effect", "ok"),
  {
    kind: "effect keyword",
    mutate: (place) => {
      const { value } = place;
      if (!isEffect(place) || !isObject(value)) return [];
      const keywords = EFFECT_KEYWORDS.filter((keyword) => Object.hasOwn(value, keyword));
      return keywords.map((keyword) => ({ value: without(value, keyword), change: `${keyword} was removed from the effect` }));
    },
  },
  {
    kind: "assigned value",
    mutate: ({ value, path }) => {
      if (path.at(-2) !== "set") return [];
      if (typeof value === "boolean") return [{ value: !value, change: `${String(value)} became ${String(!value)}` }];
      if (typeof value === "string") return [{ value: `${value}x`, change: `${show(value)} became ${show(`${value}x`)}` }];
      return value === null ? [{ value: "x", change: 'null became "x"' }] : [{ value: null, change: `${show(value)} became null` }];
    },
  },
  removesItems("assigned path", "set"),
  removesItems("reset", "reset"),
  {
    kind: "failure row",
    mutate: (place) => {
      const { value } = place;
      if (keyOf(place) !== "on" || !isObject(value)) return [];
      return Object.keys(value)
        .filter((row) => row !== "ok")
        .map((row) => ({ value: without(value, row), change: `the row ${row} was removed` }));
    },
  },
  {
    kind: "failures swapped",
    mutate: (place) => {
      const { value } = place;
      if (keyOf(place) !== "on" || !isObject(value)) return [];
      const [one, other] = Object.keys(value).filter((row) => row !== "ok");
      if (one === undefined || other === undefined) return [];
      return [
        {
          value: { ...value, [one]: value[other] ?? null, [other]: value[one] ?? null },
          change: `the rows ${one} and ${other} were swapped`,
        },
      ];
    },
  },
  removesItems("app failure", "failures", ({ path }) => path.length === 1),
  removes("optimistic", ["optimistic"]),
  removes("confirm", ["confirm"]),
  removes("secrecy", ["writeOnly", "x-secret"]),
  {
    kind: "secrecy",
    mutate: (place) =>
      keyOf(place) === "type" && place.value === "password" ? [{ value: "text", change: "the password became a text" }] : [],
  },
  removes("persistence", ["x-persisted", "x-reset", "x-version"]),
  removesItems("required", "required", inForms),
  removes("bound", [...BOUNDS, "pattern"], inForms),
  {
    kind: "bound",
    mutate: (place) =>
      typeof place.value === "number" && BOUNDS.includes(String(keyOf(place)))
        ? [{ value: place.value + 1, change: `${String(keyOf(place))} became ${place.value + 1}` }]
        : [],
  },
  removes("format", ["format"], inForms),
  removesItems("option", "enum", inForms),
  removes("check", ["checks"]),
  renames("poll", ["every"], ({ polls }) => polls),
  removes("poll", ["until", "limit"], inKey("timers")),
  renames("timer", ["after"], ({ durations }) => durations),
  removesItems("timer", "timers"),
  {
    kind: "duration",
    mutate({ value, path }) {
      const wait = path[0] === "durations" && typeof value === "string" ? durationOf(value) : null;
      return wait === null ? [] : [{ value: durationText(wait * 10), change: `${value} became ten times as long` }];
    },
  },
  removesItems("monitor", "monitors"),
  renames("monitor", ["wait"], ({ durations }) => durations),
  removes("entry action", ["onEnter"]),
  removesItems("refetch", "refetch"),
  {
    kind: "control action",
    mutate: (place) => {
      const { value } = place;
      if (!isObject(value) || typeof value.label !== "string" || typeof value.action !== "string") return [];
      return [{ value: { ...without(value, "action"), go: "/" }, change: `the control goes to / instead of raising ${value.action}` }];
    },
  },
  removesItems("control removed", "controls"),
  removes("control removed", ["control"]),
  removesItems("block removed", "body", ({ path }) => path[0] === "screens"),
  removesItems("field removed", "fields"),
  renames("field type", ["type"], ({ fieldTypes }) => fieldTypes),
  removesItems("wizard step", "steps"),
  {
    kind: "order",
    mutate: (place) => {
      const { value } = place;
      if (keyOf(place) !== "order" || !Array.isArray(value)) return [];
      const [one, other, ...rest] = value as readonly Json[];
      return one === undefined || other === undefined
        ? []
        : [{ value: [other, one, ...rest], change: `${show(other)} comes before ${show(one)}` }];
    },
  },
  renames("shell", ["shell", "use"], ({ shells }) => shells),
  {
    kind: "progress",
    mutate: (place) =>
      typeof place.value === "number" && keyOf(place) === "progress"
        ? [{ value: place.value === 100 ? 50 : 100, change: `${place.value} became ${place.value === 100 ? 50 : 100}` }]
        : [],
  },
  { kind: "text", mutate: swappedTexts },
  {
    kind: "text",
    mutate: (place) =>
      typeof place.value === "string" &&
      TEXT_KEYS.includes(String(keyOf(place))) &&
      !inKey("examples", "description")(place) &&
      // The title of a file is documentation; that of a screen is deeper.
      place.path.length > 1
        ? [{ value: "Mutated", change: `${show(place.value)} became "Mutated"` }]
        : [],
  },
  variable("text value", (place) => inKey("values")(place) && !isCondition(place)),
  {
    kind: "severity",
    mutate: (place) =>
      keyOf(place) === "severity" && typeof place.value === "string"
        ? [
            {
              value: place.value === "error" ? "success" : "error",
              change: `${place.value} became ${place.value === "error" ? "success" : "error"}`,
            },
          ]
        : [],
  },
  {
    kind: "style",
    mutate: (place) =>
      keyOf(place) === "style" && place.value !== "primary" ? [{ value: "primary", change: `${show(place.value)} became "primary"` }] : [],
  },
  presentation,
];

/** The operators of an overlay: the same, and each part of the patch left out. */
export const OVERLAY_OPERATORS: readonly MutationOperator[] = [
  ...OPERATORS,
  {
    kind: "overlay",
    mutate: ({ value, path }) => {
      if (!isObject(value) || path.length < 1 || path.length > 3) return [];
      return Object.keys(value).map((key) => ({ value: without(value, key), change: `${key} was removed from the overlay` }));
    },
  },
];
