/** Exports `ArrayFieldItemTemplate`: a list item with its buttons. */
import type { ArrayFieldItemTemplateProps } from "@rjsf/utils";
import { getTemplate, getUiOptions } from "@rjsf/utils";
import { cloneElement, isValidElement } from "react";
import { useTranslate } from "../texts.js";

/** The list's title, from rjsf's name of an item (`tags-1`); `none` when it has no title. */
function titleOf(given: unknown, index: number): string {
  const end = `-${index + 1}`;
  return typeof given === "string" && given.endsWith(end) && given !== end ? given.slice(0, -end.length) : "none";
}

/** An item without a title is named by the list's title and its position. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, className, buttonsProps, hasToolbar, index, parentUiSchema, registry, uiSchema } = props;
  const translate = useTranslate();
  const Buttons = getTemplate("ArrayFieldItemButtonsTemplate", registry, getUiOptions(uiSchema));
  const field = isValidElement<{ readonly title?: string }>(children)
    ? cloneElement(children, {
        title: translate("itemOf", {
          title: getUiOptions(parentUiSchema).title || titleOf(children.props.title, index),
          position: index + 1,
        }),
      })
    : children;
  return (
    <div className={["pb-array-item", className].filter(Boolean).join(" ")}>
      <div className="pb-array-item-field">{field}</div>
      {hasToolbar && (
        <div className="pb-array-item-buttons">
          <Buttons {...buttonsProps} />
        </div>
      )}
    </div>
  );
}
