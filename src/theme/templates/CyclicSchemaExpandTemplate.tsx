import { Button } from "@blueprintjs/core";
import type { CyclicSchemaExpandProps } from "@rjsf/utils";
import { ID_KEY, TranslatableString } from "@rjsf/utils";

/** A schema that refers to itself is drawn one level deeper at a time. */
export function CyclicSchemaExpandTemplate({ name, fieldPathId, registry, onExpand }: CyclicSchemaExpandProps) {
  const id = fieldPathId[ID_KEY];
  return (
    <div className="pb-cyclic">
      <p>{registry.translateString(TranslatableString.CycleDetected, [name])}</p>
      <Button id={`${id}-button`} text={registry.translateString(TranslatableString.ExpandButton)} onClick={() => onExpand(id)} />
    </div>
  );
}
