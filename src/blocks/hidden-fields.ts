/** Exports which fields of a form are hidden by their conditions, and the form's data without them, for the form block and for scenarios. */
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { ScreenHandle } from "./block.js";
import { ITEMS, without } from "./form-data.js";

type FormScreen = Pick<ScreenHandle, "placesOf" | "holds">;

/** The part of a form's data that its visible fields ask for. */
export interface ShownData {
  /** Without the values of hidden fields: what conditions read, and what is validated and sent. */
  readonly data: Json;
  /** Paths in the data of the hidden fields. */
  readonly hidden: readonly string[];
}

/** `typed`: all of the form's data. A hidden field keeps its value there, so that it comes back when the field is shown again. */
export function shownData(block: FormBlock, typed: Json, screen: FormScreen): ShownData {
  let hidden = hiddenPaths(block, typed, screen);
  let data = without(typed, hidden);
  // A condition may read a field that another one hides: at most one more round for each field.
  for (let rounds = block.fields.order.length; data !== typed && rounds > 0; rounds -= 1) {
    const next = hiddenPaths(block, data, screen);
    if (next.join(" ") === hidden.join(" ")) break;
    hidden = next;
    data = without(typed, hidden);
  }
  return { data, hidden };
}

/** The typed data without the secrets of hidden fields: they are entered again, as after a reload of the page. */
export function withoutHiddenSecrets(block: FormBlock, typed: Json, screen: FormScreen): Json {
  const isSecret = (path: string): boolean => block.fields.items[path.replace(/\.\d+(?=\.|$)/g, ITEMS)]?.secret === true;
  return without(typed, shownData(block, typed, screen).hidden.filter(isSecret));
}

/** Paths in the data of the fields that are not asked with this data. */
function hiddenPaths({ fields }: FormBlock, data: Json, screen: FormScreen): readonly string[] {
  return fields.order.flatMap((field) => {
    const when = fields.items[field]?.when;
    if (when === undefined) return [];
    return screen
      .placesOf(field, data)
      .filter(({ around }) => !screen.holds(when, around?.item, data, around?.position))
      .map(({ path }) => path);
  });
}
