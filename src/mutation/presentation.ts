/**
 * Exports the mutation operator for content that a depositor sees or hears beside texts: the state of a step, the tone
 * of an entry, the bar of a meter, the periods of a chart, what a browser may fill in.
 */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Change, MutationOperator, Place } from "./mutant.js";

/** By keyword: another value in place of one. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: { done: "upcoming", upcoming: "done", failed: "done" },
  tone: {
    body: "small",
    lead: "small",
    small: "lead",
    legal: "small",
    plain: "hero",
    hero: "plain",
    positive: "negative",
    negative: "positive",
    pending: "muted",
    muted: "new",
    new: "muted",
  },
  layout: { stack: "card", columns: "stack", card: "stack", fold: "card" },
  narrow: {
    "first-start": "hidden",
    "first-end": "second-end",
    "second-start": "first-start",
    "second-end": "hidden",
    hidden: "second-end",
  },
  align: { start: "end", end: "start" },
  style: { danger: "secondary", link: "secondary" },
  // Any other token becomes `off`, which the compiler rejects where the field has a purpose.
  autocomplete: { username: "email", off: "on", "new-password": "current-password", "current-password": "new-password" },
  inputMode: { tel: "text", numeric: "text", decimal: "text" },
};

/** Keywords whose value may be an expression. */
const COMPUTED = ["state", "tone"];

/** The keyword of which the place is the value, or a result of its expression. */
function keywordAt({ path, parent }: Place): string | null {
  const key = path.at(-1);
  if (typeof key === "string") return key;
  const keyword = COMPUTED.find((one) => path.includes(one));
  return keyword !== undefined && Array.isArray(parent) && path.at(-2) === "if" ? keyword : null;
}

const became = (value: Json, other: Json): Change => ({
  value: other,
  change: `${JSON.stringify(value)} became ${JSON.stringify(other)}`,
});

/** The amount of a meter, or its limit. */
const isOfMeter = (keyword: string, parent: Json): boolean =>
  ["value", "limit"].includes(keyword) && isObject(parent) && parent.block === "meter";

export const presentation: MutationOperator = {
  kind: "presentation",
  mutate(place) {
    const { value, parent } = place;
    const keyword = keywordAt(place);
    if (keyword === null) return [];
    if (isOfMeter(keyword, parent)) return [became(value, "100.00")];
    if (keyword === "days" && typeof value === "number") return [became(value, value * 2)];
    if (typeof value !== "string") return [];
    const other = OTHERS[keyword]?.[value] ?? (keyword === "autocomplete" ? "off" : undefined);
    return other === undefined ? [] : [became(value, other)];
  },
};
