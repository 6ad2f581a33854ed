/** Exports the `item` of a text that its component computes, such as the ends of a chart's line, for scenarios. */
import { endsOf, parsePoint } from "../blocks/chart-scale.js";
import { listOf } from "../blocks/ordered.js";
import { hundredthsOf, totalOf } from "../blocks/share-total.js";
import type { Json, Value } from "../language/definition.js";
import { isObject } from "../language/json.js";

type Part = { readonly [keyword: string]: unknown };

type Read = (value: Value, item?: Json) => Json;

/** By the scope that the block's schema declares for the text. */
const COMPUTED: Readonly<Record<string, (part: Part, read: Read) => Json>> = {
  ends({ points }, read) {
    // A chart begins with the balance.
    return endsOf(listOf(read(points as Value), '"points" of the chart').map(parsePoint), "balance");
  },
  "parts:total,left,over"({ items, item }, read) {
    const value = isObject(item) ? (item.value as unknown as Value) : null;
    const { total, left, over } = totalOf(
      listOf(read(items as Value), '"items" of the shares').map((one) => hundredthsOf(read(value, one))),
    );
    return { total, left, over };
  },
};

/** Undefined for a text about something else; null where the component has nothing to compute it from, and does not show the text. */
export function computedItem(scope: string | undefined, part: Part, read: Read): Json | undefined {
  return scope === undefined ? undefined : COMPUTED[scope]?.(part, read);
}
