/** The names that values may read beside the state, and their shapes. */
import type { ObjectNode } from "../source.js";
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

/** `items`: one of the list that the sibling of this name gives; `index`: a number; `any`: unknown. */
export function scopeShape(source: string, parent: ObjectNode, place: Place): Shape {
  if (source === "any") return ANY;
  if (source === "number") return NUMBER;
  const list = parent.entries.get(source)?.node;
  return list === undefined ? ANY : (shapeOfValue(list, place).items ?? ANY);
}
