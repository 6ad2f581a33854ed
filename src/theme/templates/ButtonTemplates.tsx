import { Button } from "@blueprintjs/core";
import { AddIcon, ArrowDownIcon, ArrowUpIcon, CrossIcon, DuplicateIcon, TrashIcon } from "@blueprintjs/icons";
import type { IconButtonProps, SubmitButtonProps } from "@rjsf/utils";
import { getSubmitButtonOptions } from "@rjsf/utils";
import type { MouseEventHandler, ReactElement } from "react";
import { useSay } from "../words.js";

type IconButton = (props: IconButtonProps) => ReactElement;

/** rjsf's handlers take the button's own events, Blueprint's any element's: a button's event is both. */
const clicked = (onClick: IconButtonProps["onClick"]) => onClick as MouseEventHandler<HTMLElement> | undefined;

/** A quiet button of one icon, named for those who cannot see it. */
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

export const CopyButton = iconButton(() => useSay()("copyItem"), <DuplicateIcon />);
export const MoveUpButton = iconButton(() => useSay()("moveUp"), <ArrowUpIcon />);
export const MoveDownButton = iconButton(() => useSay()("moveDown"), <ArrowDownIcon />);
export const RemoveButton = iconButton(() => useSay()("removeItem"), <TrashIcon />, "danger");
export const ClearButton = iconButton(() => useSay()("clear"), <CrossIcon />);

/** Adds one to a list. */
export function AddButton({ id, className, disabled, onClick }: IconButtonProps) {
  const say = useSay();
  return (
    <Button
      id={id}
      className={["pb-add", className].filter(Boolean).join(" ")}
      variant="outlined"
      icon={<AddIcon />}
      text={say("addItem")}
      disabled={disabled}
      onClick={clicked(onClick)}
    />
  );
}

/** The form's own submit button, where the form is given none. */
export function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const say = useSay();
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
      text={submitText ?? say("submit")}
    />
  );
}

export const ButtonTemplates = { AddButton, ClearButton, CopyButton, MoveDownButton, MoveUpButton, RemoveButton, SubmitButton };
