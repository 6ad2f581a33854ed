/** The names that values may read beside the state, and their shapes. */

import { ITEMS, listAround, stepsOf } from "../language/reads.js";
import { childOf, entriesOf, type ObjectNode, type SourceNode, textOf } from "../language/source.js";
import { sentShape, typedShape } from "./form-shape.js";
import { shapeOfValue } from "./logic.js";
import type { Place } from "./place.js";
import { ANY, NUMBER, type Shape, shapeOf, TEXT } from "./shape.js";

const nullableText = shapeOf({ types: ["string", "null"] });

/** What `error` reads: a failed call (`Outcome`). */
export const ERROR = shapeOf({
  types: ["object"],
  properties: new Map<string, Shape>([
    ["status", shapeOf({ types: ["number", "string"] })],
    ["code", nullableText],
    ["message", TEXT],
    ["request_id", nullableText],
    [
      "errors",
      shapeOf({
        types: ["array"],
        items: shapeOf({
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

/** What attesting to documents sends. */
const ATTESTATIONS = shapeOf({
  types: ["object"],
  properties: new Map([
    [
      "attestations",
      shapeOf({
        types: ["array"],
        items: shapeOf({
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

/** The two ends of a chart: its dates, and what stood on each. */
const ENDS = shapeOf({ types: ["object"], properties: new Map(["from", "to", "first", "last"].map((name) => [name, TEXT])) });

/**
 * `parts:a,b`: an object with these parts and no other; `text`: what was typed; `answers`: one of the list that the sibling `query` answers with;
 * `items`: one of the list that the sibling of this name gives; `number`; `any`: unknown; `with`: an object of the values
 * of that sibling; `listItem`, `position`: the item of the form's list in which a field or a check is, and its place from 1 (null
 * outside of lists); `ownItem`: an item of the list that the field itself is; `ends`: of a chart; `schema`: the data of the form that is sent; `typed`: the form's data while it is typed; `attestations`: what attesting to documents sends.
 */
export function scopeShape(source: string, parent: ObjectNode, place: Place, under: SourceNode | null = null): Shape | null {
  if (source === "any") return ANY;
  if (source === "listItem" || source === "position") {
    const list = listAround(textOf(childOf(under, "field")) ?? keyOf(under, parent));
    return list === null ? null : source === "position" ? NUMBER : itemShape(list, place);
  }
  if (source === "ownItem") return itemShape(keyOf(parent, childOf(place.block ?? null, "fields", "items")), place);
  if (source === "number") return NUMBER;
  if (source === "ends") return ENDS;
  if (source === "attestations") return ATTESTATIONS;
  if (source === "text") return TEXT;
  if (source.startsWith(PARTS)) return partsShape(source.slice(PARTS.length).split(","));
  if (source === "answers") return answersOf(parent, place);
  if (source === "typed") return place.block === undefined ? ANY : typedShape(place.block, place);
  if (source === "schema") return sentShape(parent, place);
  if (source === "with") {
    const given = entriesOf(parent.entries.get(source)?.node ?? null);
    return shapeOf({ types: ["object"], properties: new Map(given.map(([name, { node }]) => [name, shapeOfValue(node, place)])) });
  }
  const list = parent.entries.get(source)?.node;
  return list === undefined ? ANY : (shapeOfValue(list, place).items ?? ANY);
}

/** The key under which a node is written. */
function keyOf(node: SourceNode | null, parent: SourceNode | null): string {
  return entriesOf(parent).find(([, entry]) => entry.node === node)?.[0] ?? "";
}

/** An item of a form's list while it is typed. */
function itemShape(list: string, place: Place): Shape {
  let shape: Shape = place.block === undefined ? ANY : typedShape(place.block, place);
  for (const step of [...stepsOf(list), ITEMS]) shape = (step === ITEMS ? shape.items : shape.properties.get(step)) ?? ANY;
  return shape;
}

const PARTS = "parts:";

/** What the run-time gives, by the names of its parts. */
function partsShape(names: readonly string[]): Shape {
  return shapeOf({ types: ["object"], properties: new Map(names.map((name) => [name, ANY])) });
}

/** One of the list with which a query answers; anything where it answers with something else, which is told there. */
function answersOf(parent: ObjectNode, { linker }: Place): Shape {
  const answer = linker.names.operations.entries.get(textOf(parent.entries.get("query")?.node ?? null) ?? "")?.answer;
  const [only] = answer?.properties.values() ?? [];
  return only?.items ?? ANY;
}
