/** Exports `ButtonTemplates`: the buttons of lists, and the submit button. */
import { Button } from "@blueprintjs/core";
import { AddIcon, ArrowDownIcon, ArrowUpIcon, CrossIcon, DuplicateIcon, TrashIcon } from "@blueprintjs/icons";
import type { IconButtonProps, SubmitButtonProps } from "@rjsf/utils";
import { getSubmitButtonOptions, getUiOptions } from "@rjsf/utils";
import type { MouseEventHandler, ReactElement } from "react";
import { useTranslate } from "../texts.js";

type IconButton = (props: IconButtonProps) => ReactElement;

/** rjsf types the handlers by the button's events, Blueprint by any element's: a button's event is both. */
const clicked = (onClick: IconButtonProps["onClick"]) => onClick as MouseEventHandler<HTMLElement> | undefined;

/** A button with only an icon, and its accessible name. */
const iconButton =
  (useName: () => string, glyph: ReactElement, intent: "none" | "danger" = "none"): IconButton =>
  ({ id, className, disabled, onClick, title }) => {
    const name = useName();
    return (
      <Button
        id={id}
        className={["pb-icon-button", className].filter(Boolean).join(" ")}
        variant="minimal"
        intent={intent}
        icon={glyph}
        aria-label={title ?? name}
        title={title ?? name}
        disabled={disabled}
        onClick={clicked(onClick)}
      />
    );
  };

export const CopyButton = iconButton(() => useTranslate()("copyItem"), <DuplicateIcon />);
export const MoveUpButton = iconButton(() => useTranslate()("moveUp"), <ArrowUpIcon />);
export const MoveDownButton = iconButton(() => useTranslate()("moveDown"), <ArrowDownIcon />);
const ClearButton = iconButton(() => useTranslate()("clear"), <CrossIcon />);

const RemoveIconButton = iconButton(() => useTranslate()("removeItem"), <TrashIcon />, "danger");

/** Removes an item from a list: with the list's own text where it has one. */
export function RemoveButton(props: IconButtonProps) {
  const { removeText } = getUiOptions(props.uiSchema);
  if (typeof removeText !== "string") return <RemoveIconButton {...props} />;
  return (
    <Button
      id={props.id}
      className={["pb-remove", props.className].filter(Boolean).join(" ")}
      variant="minimal"
      intent="danger"
      icon={<TrashIcon />}
      text={removeText}
      disabled={props.disabled}
      onClick={clicked(props.onClick)}
    />
  );
}

/** Adds an item to a list: with the list's own text where it has one. */
export function AddButton({ id, className, disabled, onClick, uiSchema }: IconButtonProps) {
  const translate = useTranslate();
  const { add } = getUiOptions(uiSchema);
  return (
    <Button
      id={id}
      className={["pb-add", className].filter(Boolean).join(" ")}
      variant="outlined"
      icon={<AddIcon />}
      text={typeof add === "string" ? add : translate("addItem")}
      disabled={disabled}
      onClick={clicked(onClick)}
    />
  );
}

/** The default submit button of a form. */
function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const translate = useTranslate();
  const { submitText, norender, props = {} } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  const { className, ...rest } = props;
  return (
    <Button
      {...rest}
      type="submit"
      intent="primary"
      size="large"
      className={["pb-submit", className].filter(Boolean).join(" ")}
      text={submitText ?? translate("submit")}
    />
  );
}

export const ButtonTemplates = { AddButton, ClearButton, CopyButton, MoveDownButton, MoveUpButton, RemoveButton, SubmitButton };
