/** Exports `CyclicSchemaExpandTemplate`: the button that renders one more level of a recursive schema. */
import { Button } from "@blueprintjs/core";
import type { CyclicSchemaExpandProps } from "@rjsf/utils";
import { ID_KEY, TranslatableString } from "@rjsf/utils";

export function CyclicSchemaExpandTemplate({ name, fieldPathId, registry, onExpand }: CyclicSchemaExpandProps) {
  const id = fieldPathId[ID_KEY];
  return (
    <div className="pb-cyclic">
      <p>{registry.translateString(TranslatableString.CycleDetected, [name])}</p>
      <Button id={`${id}-button`} text={registry.translateString(TranslatableString.ExpandButton)} onClick={() => onExpand(id)} />
    </div>
  );
}
