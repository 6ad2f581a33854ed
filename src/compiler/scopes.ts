/** Exports the names that values may read beside the state, with their types. */

import { ITEMS, listAround, stepsOf } from "../language/logic-reads.js";
import { childOf, entriesOf, type ObjectNode, type SourceNode, textOf } from "../language/source.js";
import { ANY, NUMBER, type StaticType, staticType, TEXT, union } from "../language/static-types.js";
import type { Context } from "./compile-context.js";
import { sentType, typedType } from "./form-types.js";
import { typeOfValue } from "./logic.js";

const nullableText = staticType({ types: ["string", "null"] });

/** The value of `error`: a failed call or query (`Outcome`). */
export const ERROR = staticType({
  types: ["object"],
  properties: new Map<string, StaticType>([
    ["status", staticType({ types: ["number", "string"] })],
    ["code", nullableText],
    ["message", TEXT],
    ["request_id", nullableText],
    ["query", nullableText],
    [
      "errors",
      staticType({
        types: ["array"],
        items: staticType({
          types: ["object"],
          properties: new Map([
            ["path", TEXT],
            ["message", TEXT],
          ]),
        }),
      }),
    ],
  ]),
});

/** The data that attesting to documents sends. */
const ATTESTATIONS = staticType({
  types: ["object"],
  properties: new Map([
    [
      "attestations",
      staticType({
        types: ["array"],
        items: staticType({
          types: ["object"],
          properties: new Map([
            ["uuid", TEXT],
            ["hash", TEXT],
          ]),
        }),
      }),
    ],
  ]),
});

const SERIES = staticType({ types: ["string"], values: ["balance", "interest"] });

/** The fields of a chart's points at its two ends. The amounts are checked as those of the balance, with which a chart begins. */
const ENDS = { from: "date", to: "date", first: "balance", last: "balance" } as const;

/** The two ends of a chart: their dates and values, each with its own meaning, so that they are not confused; and the shown series. */
function endsOf(parent: ObjectNode, context: Context): StaticType {
  const points = parent.entries.get("points")?.node;
  const point = points === undefined ? null : typeOfValue(points, context).items;
  const properties = Object.entries(ENDS).map(([name, field]): [string, StaticType] => {
    const meanings = [...(point?.properties.get(field)?.semantics ?? [])];
    return [name, { ...TEXT, semantics: new Set(meanings.map((one) => `${one}.${name}`)) }];
  });
  return staticType({ types: ["object"], properties: new Map([...properties, ["series", SERIES]]) });
}

/**
 * `parts:a,b:number,c:text`: an object with exactly these parts, and the types of the typed ones; `text`: what was
 * typed; `answers`: one of the list that the sibling `query` answers with; `suggested`: one of the lists that the
 * lookups of the sibling `fields` answer with; `items`: one of the list that the sibling of this name gives; `number`;
 * `any`: unknown; `with`: an object of the values of that sibling; `listItem`, `position`: the item of the form's list
 * in which a field or a check is, and its place from 1 (null outside of lists); `none`: the name is not known here,
 * although it is around it; `ownItem`: an item of the list that the field itself is; `ends`: of a chart; `schema`: the
 * data of the form that is sent; `typed`: the form's data while it is typed; `attestations`: what attesting to
 * documents sends.
 */
export function scopeType(source: string, parent: ObjectNode, context: Context, under: SourceNode | null = null): StaticType | null {
  if (source === "any") return ANY;
  if (source === "listItem" || source === "position") {
    const list = listAround(textOf(childOf(under, "field")) ?? keyOf(under, parent));
    return list === null ? null : source === "position" ? NUMBER : itemType(list, context);
  }
  if (source === "ownItem") return itemType(keyOf(parent, childOf(context.block ?? null, "fields", "items")), context);
  if (source === "number") return NUMBER;
  if (source === "ends") return endsOf(parent, context);
  if (source === "attestations") return ATTESTATIONS;
  if (source === "text") return TEXT;
  if (source.startsWith(PARTS)) return partsType(source.slice(PARTS.length).split(","));
  if (source === "answers") return answersOf(parent, context);
  if (source === "suggested") return suggestedOf(parent, context);
  if (source === "typed") return context.block === undefined ? ANY : typedType(context.block, context);
  if (source === "schema") return sentType(parent, context);
  if (source === "with") {
    const given = entriesOf(parent.entries.get(source)?.node ?? null);
    return staticType({ types: ["object"], properties: new Map(given.map(([name, { node }]) => [name, typeOfValue(node, context)])) });
  }
  const list = parent.entries.get(source)?.node;
  return list === undefined ? ANY : (typeOfValue(list, context).items ?? ANY);
}

/** The key under which a node is written. */
function keyOf(node: SourceNode | null, parent: SourceNode | null): string {
  return entriesOf(parent).find(([, entry]) => entry.node === node)?.[0] ?? "";
}

/** An item of a form's list while it is typed. */
function itemType(list: string, context: Context): StaticType {
  let type: StaticType = context.block === undefined ? ANY : typedType(context.block, context);
  for (const step of [...stepsOf(list), ITEMS]) type = (step === ITEMS ? type.items : type.properties.get(step)) ?? ANY;
  return type;
}

const PARTS = "parts:";

const PART_TYPES: ReadonlyMap<string | undefined, StaticType> = new Map([
  ["number", NUMBER],
  ["text", TEXT],
]);

/** The values that the runtime supplies, by the names of their parts. */
function partsType(parts: readonly string[]): StaticType {
  const typed = parts.map((part) => part.split(":"));
  return staticType({ types: ["object"], properties: new Map(typed.map(([name = "", type]) => [name, PART_TYPES.get(type) ?? ANY])) });
}

/** An entry that a lookup of the form's fields finds. */
function suggestedOf(form: ObjectNode, context: Context): StaticType {
  const { entries } = context.linker.names.lookups;
  const found = entriesOf(childOf(form, "fields", "items")).flatMap(([, { node }]) => {
    const lookup = entries.get(textOf(childOf(node, "lookup")) ?? "");
    return lookup?.kind === "object" ? [answersOf(lookup, context)] : [];
  });
  return found.length === 0 ? ANY : union(found);
}

/** An item of the list that a query returns; any type where it returns no list, which is reported there. */
function answersOf(parent: ObjectNode, { linker }: Context): StaticType {
  const answer = linker.names.operations.entries.get(textOf(parent.entries.get("query")?.node ?? null) ?? "")?.answer;
  const [only] = answer?.properties.values() ?? [];
  return only?.items ?? ANY;
}
