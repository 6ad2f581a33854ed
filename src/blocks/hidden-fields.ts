/** Exports which fields of a form are hidden by their conditions, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";

/** Paths in the data of the fields that are not asked with this data. */
export function hiddenPaths({ fields }: FormBlock, data: Json, screen: Pick<ScreenHandle, "placesOf" | "holds">): readonly string[] {
  return fields.order.flatMap((field) => {
    const when = fields.items[field]?.when;
    if (when === undefined) return [];
    return screen
      .placesOf(field, data)
      .filter(({ around }) => !screen.holds(when, around?.item, data, around?.position))
      .map(({ path }) => path);
  });
}
