import { Button } from "@blueprintjs/core";
import { useSay } from "../words.js";

interface RevealProps {
  readonly label: string;
  readonly shown: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

/**
 * Shows or hides what a field conceals. Its name is its content, not an `aria-label`: a control that is looked up by the
 * field's label must be the field.
 */
export function Reveal({ label, shown, controls, onToggle }: RevealProps) {
  const say = useSay();
  return (
    <Button variant="minimal" className="pb-reveal" aria-controls={controls} onClick={onToggle}>
      {shown ? say("hide") : say("show")} <span className="pb-visually-hidden">{label.toLowerCase()}</span>
    </Button>
  );
}
