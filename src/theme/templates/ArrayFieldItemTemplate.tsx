import type { ArrayFieldItemTemplateProps } from "@rjsf/utils";
import { getTemplate, getUiOptions } from "@rjsf/utils";
import { cloneElement, isValidElement } from "react";
import { useSay } from "../words.js";

/** The list's own title, of what rjsf calls its items (`tags-1`); `none` where it has no title. */
function titleOf(given: unknown, index: number): string {
  const end = `-${index + 1}`;
  return typeof given === "string" && given.endsWith(end) && given !== end ? given.slice(0, -end.length) : "none";
}

/** One of a list, with its buttons. What has no title of its own is named by the list's and its position. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, className, buttonsProps, hasToolbar, index, parentUiSchema, registry, uiSchema } = props;
  const say = useSay();
  const Buttons = getTemplate("ArrayFieldItemButtonsTemplate", registry, getUiOptions(uiSchema));
  const field = isValidElement<{ readonly title?: string }>(children)
    ? cloneElement(children, {
        title: say("itemOf", {
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
