/** Exports the button that shows or hides the text of a concealed field, for passwords and masked numbers. */
import { Button } from "@blueprintjs/core";
import { useTranslate } from "../texts.js";

interface RevealButtonProps {
  readonly label: string;
  readonly shown: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

/** Its name is its content, not an `aria-label`: the field's label must find the field only. */
export function RevealButton({ label, shown, controls, onToggle }: RevealButtonProps) {
  const translate = useTranslate();
  return (
    <Button variant="minimal" className="pb-reveal" aria-controls={controls} onClick={onToggle}>
      {shown ? translate("hide") : translate("show")} <span className="pb-visually-hidden">{label}</span>
    </Button>
  );
}
