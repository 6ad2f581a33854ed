/** Exports the `controls` block, and its buttons and links for other blocks. */
import type { Intent } from "@blueprintjs/core";
import { AnchorButton, Button, Spinner } from "@blueprintjs/core";
import { type MouseEvent, type ReactElement, useId, useState } from "react";
import type { Control, ControlsBlock } from "../language/blocks.js";
import type { CompiledOrdered } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { clockText } from "./clock-text.js";
import { useCountdown } from "./countdown.js";
import { Icon } from "./icons.js";
import { entriesOf } from "./ordered.js";
import { pathProps } from "./PathLink.js";

type Style = NonNullable<Control["style"]>;

/** Blueprint's props for each style. A screen has one primary action. */
const STYLES: Readonly<
  Record<Style, { readonly intent: Intent; readonly variant: "solid" | "outlined" | "minimal"; readonly className: string }>
> = {
  primary: { intent: "primary", variant: "solid", className: "pb-button pb-button--primary" },
  secondary: { intent: "none", variant: "outlined", className: "pb-button pb-button--secondary" },
  link: { intent: "primary", variant: "minimal", className: "pb-button pb-button--link" },
  danger: { intent: "danger", variant: "outlined", className: "pb-button pb-button--danger" },
};

interface BusyButtonProps {
  readonly label: string;
  /** The visible text where it is not the label. The button then ignores clicks. */
  readonly blockedText?: string | undefined;
  readonly busy: boolean;
  /** Another control does the same: the button ignores clicks. */
  readonly blocked?: boolean;
  readonly style: Style;
  readonly icon?: ReactElement;
  readonly type?: "button" | "submit";
  readonly describedBy?: string | undefined;
  readonly onClick?: () => void;
}

/**
 * Keeps the focus in the field while the button is pressed: a blur would update the errors above, the button would move
 * away from the pointer, and the click would be lost. Submitting commits the typed text.
 */
const stayInField = (event: MouseEvent): void => event.preventDefault();

/**
 * A button that ignores clicks while its call runs or it is blocked. It keeps its name and the focus; `disabled` would move the focus to the
 * top of the page.
 */
export function BusyButton({
  label,
  blockedText,
  busy,
  blocked = false,
  style,
  icon,
  type = "button",
  describedBy,
  onClick,
}: BusyButtonProps) {
  return (
    <Button
      {...STYLES[style]}
      size="large"
      type={type}
      text={blockedText ?? label}
      aria-label={blockedText === undefined ? undefined : label}
      icon={busy ? <Spinner size={18} aria-hidden="true" /> : icon}
      aria-busy={busy || undefined}
      aria-disabled={busy || blocked || blockedText !== undefined || undefined}
      aria-describedby={describedBy}
      onMouseDown={type === "submit" ? stayInField : undefined}
      onClick={(event) => {
        if (busy || blocked || blockedText !== undefined) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}

/** Removes the role `button` that Blueprint sets on its anchors: an anchor is a link. */
const LINK_ROLE = { role: undefined } as const;

interface ControlButtonProps {
  readonly control: Control;
  readonly screen: ScreenHandle;
  readonly item?: Json;
  /** The id of the element that describes the control, for one of several with the same label. */
  readonly describedBy?: string;
  /** Identifies the `ActionFailure` that shows the failure of its action. */
  readonly source: string;
}

/** A button that raises an action; a link to a path, or for an action that only navigates, with its route state. */
export function ControlButton({ control, screen, item, describedBy, source }: ControlButtonProps): ReactElement {
  const { action, go, style = "secondary", cooldown } = control;
  const label = screen.text(control.label, item);
  const icon = control.icon === undefined ? undefined : <Icon name={control.icon} size={16} />;
  if (action !== undefined && cooldown !== undefined)
    return <CoolingButton {...{ control, cooldown, action, screen, source, describedBy }} />;
  const raise = () => void screen.raise(action ?? "", item === undefined ? { source } : { item, source });
  const address = action === undefined ? null : screen.addressOf(action, item === undefined ? {} : { item });
  if (action !== undefined && address === null) {
    return (
      <BusyButton
        label={label}
        style={style}
        icon={icon}
        busy={screen.isPending(action, item)}
        blocked={screen.isBlocked(action, item)}
        describedBy={describedBy}
        onClick={raise}
      />
    );
  }
  const to = address ?? go;
  if (to === undefined) throw new Error(`The control "${label}" has neither an action nor a path.`);
  return (
    <AnchorButton
      {...STYLES[style]}
      {...pathProps(address === null ? screen : { href: screen.href, go: raise }, to)}
      {...LINK_ROLE}
      size="large"
      text={label}
      icon={icon}
      aria-describedby={describedBy}
    />
  );
}

interface CoolingButtonProps extends Omit<ControlButtonProps, "item"> {
  readonly action: string;
  readonly cooldown: NonNullable<Control["cooldown"]>;
}

/** A button that does nothing for a time, and shows the rest of it. Its name stays the same; only the end is announced. */
function CoolingButton({ control, cooldown, action, screen, source, describedBy }: CoolingButtonProps): ReactElement {
  const rest = useId();
  const since = screen.value(cooldown.since);
  const left = useCountdown(typeof since === "string" ? Date.parse(since) + screen.duration(cooldown.duration) : null);
  const [cooled, setCooled] = useState(left > 0);
  if (left > 0 && !cooled) setCooled(true);
  const blockedText = left > 0 ? screen.text(cooldown.label, { left: clockText(left) }) : undefined;
  return (
    <>
      <BusyButton
        label={screen.text(control.label)}
        blockedText={blockedText}
        style={control.style ?? "secondary"}
        busy={screen.isPending(action)}
        blocked={screen.isBlocked(action)}
        describedBy={blockedText === undefined ? describedBy : rest}
        onClick={() => void screen.raise(action, { source })}
      />
      <span id={rest} hidden>
        {blockedText}
      </span>
      <span role="status" className="pb-visually-hidden">
        {cooled && left === 0 ? screen.text(cooldown.ready) : ""}
      </span>
    </>
  );
}

interface ControlRowProps {
  readonly controls: CompiledOrdered<Control>;
  readonly screen: ScreenHandle;
  readonly item?: Json;
  readonly describedBy?: string;
  readonly className?: string;
}

/** The visible controls: below each other on a narrow page, side by side on a wide one. The failure of one is above them. */
export function ControlRow({ controls, screen, item, describedBy, className = "pb-controls" }: ControlRowProps) {
  const source = useId();
  const visible = entriesOf(controls).filter(({ when }) => when === undefined || screen.holds(when, item));
  if (visible.length === 0) return null;
  return (
    <div className={className}>
      <ActionFailure source={source} screen={screen} />
      {visible.map((control) => (
        <ControlButton key={control.key} control={control} screen={screen} item={item} describedBy={describedBy} source={source} />
      ))}
    </div>
  );
}

export function Controls({ block, screen }: BlockProps<ControlsBlock>) {
  return <ControlRow controls={block.controls} screen={screen} />;
}
