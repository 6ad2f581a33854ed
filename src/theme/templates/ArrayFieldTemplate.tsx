/** Exports `ArrayFieldTemplate`: a list of fields with an Add button. */
import type { ArrayFieldTemplateProps } from "@rjsf/utils";
import { buttonId, errorId, getTemplate, getUiOptions, helpId } from "@rjsf/utils";
import { type ReactElement, useEffect, useRef } from "react";
import { useHasErrors } from "../live-form.js";

const CONTROLS = "input:not([type=hidden]), select, textarea";

/** Moves the focus to the first control of an item that was added, and to the Add button when an item was removed. */
function useFocusOfItems(count: number) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const known = useRef({ count, added: false });
  useEffect(() => {
    const { count: before, added } = known.current;
    known.current = { count, added: false };
    const { current: list } = frame;
    if (list === null || count === before) return;
    const items = list.querySelectorAll<HTMLElement>(":scope > .pb-array-items > .pb-array-item");
    if (added && count > before) items[count - 1]?.querySelector<HTMLElement>(CONTROLS)?.focus();
    // The button that was pressed is gone, and the focus with it.
    if (count < before && list.ownerDocument.activeElement === list.ownerDocument.body)
      list.querySelector<HTMLElement>(":scope > .rjsf-array-item-add")?.focus();
  }, [count]);
  return { frame, adding: () => (known.current.added = true) };
}

const textOf = (option: unknown): string | null => (typeof option === "string" && option !== "" ? option : null);

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps): ReactElement {
  const { canAdd, className, disabled, fieldPathId, uiSchema, items, optionalDataControl, onAddClick, readonly, registry } = props;
  const { required, schema, title } = props;
  const hasErrors = useHasErrors(fieldPathId.$id, props.rawErrors);
  const options = getUiOptions(uiSchema);
  const Description = getTemplate("ArrayFieldDescriptionTemplate", registry, options);
  const Title = getTemplate("ArrayFieldTitleTemplate", registry, options);
  const { AddButton } = registry.templates.ButtonTemplates;
  const editable = !readonly && !disabled;
  const { frame, adding } = useFocusOfItems(items.length);
  const empty = textOf(options.empty);
  const described = [...(hasErrors ? [errorId(fieldPathId)] : []), ...(options.help ? [helpId(fieldPathId)] : [])];
  return (
    <fieldset
      id={fieldPathId.$id}
      ref={frame}
      className={["pb-array", className].filter(Boolean).join(" ")}
      aria-describedby={described.length > 0 ? described.join(" ") : undefined}
    >
      <Title
        fieldPathId={fieldPathId}
        title={options.title || title}
        required={required}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
        optionalDataControl={editable ? optionalDataControl : undefined}
      />
      <Description
        fieldPathId={fieldPathId}
        description={options.description || schema.description}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
      />
      {!editable && optionalDataControl}
      {items.length === 0 && empty !== null && <p className="pb-array-empty">{empty}</p>}
      <div className="pb-array-items">{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, "add")}
          className="rjsf-array-item-add"
          onClick={(event) => {
            adding();
            onAddClick(event);
          }}
          disabled={disabled || readonly}
          uiSchema={uiSchema}
          registry={registry}
        />
      )}
    </fieldset>
  );
}
