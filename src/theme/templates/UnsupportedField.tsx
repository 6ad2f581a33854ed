/** Exports `UnsupportedField`: the message for a field that rjsf cannot render: it must not be omitted silently. */
import { Callout } from "@blueprintjs/core";
import type { UnsupportedFieldProps } from "@rjsf/utils";
import { TranslatableString } from "@rjsf/utils";

export function UnsupportedField({ schema, fieldPathId, reason, registry }: UnsupportedFieldProps) {
  const id = fieldPathId?.$id;
  const said =
    id && reason
      ? registry.translateString(TranslatableString.UnsupportedFieldWithIdAndReason, [id, reason])
      : id
        ? registry.translateString(TranslatableString.UnsupportedFieldWithId, [id])
        : reason
          ? registry.translateString(TranslatableString.UnsupportedFieldWithReason, [reason])
          : registry.translateString(TranslatableString.UnsupportedField);
  return (
    <Callout intent="danger" icon={false} className="pb-unsupported">
      <p>{said.replace(/[`*]/g, "")}</p>
      {schema && <pre>{JSON.stringify(schema, null, 2)}</pre>}
    </Callout>
  );
}
