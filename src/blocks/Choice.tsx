import { useId } from "react";
import type { CompiledPredicate } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { Icon } from "./icons.js";
import { entriesOf } from "./ordered.js";
import { pathProps } from "./PathLink.js";
import type { ChoiceShape } from "./shapes.js";

type Option = ChoiceShape["options"]["items"][string] & { readonly key: string };

const shown = (screen: ScreenHandle, when: CompiledPredicate | undefined): boolean => when === undefined || screen.holds(when);

/** The payload that an option carries, worked out in the screen's scope. */
function payloadOf(screen: ScreenHandle, option: Option): Json {
  return Object.fromEntries(Object.entries(option.with ?? {}).map(([name, value]) => [name, screen.value(value)]));
}

function Card({ option, screen }: { readonly option: Option; readonly screen: ScreenHandle }) {
  const described = useId();
  const { action, go, icon, description } = option;
  const inside = (
    <>
      {icon !== undefined && (
        <span className="pb-choice-icon">
          <Icon name={icon} />
        </span>
      )}
      <span className="pb-choice-body">
        <span className="pb-choice-label">{screen.text(option.label)}</span>
        {description !== undefined && (
          <span id={described} className="pb-choice-description">
            {screen.text(description)}
          </span>
        )}
      </span>
      <span className="pb-choice-arrow" aria-hidden="true">
        <Icon name="arrow-right" size={16} />
      </span>
    </>
  );
  const named = { "aria-label": screen.text(option.label), "aria-describedby": description === undefined ? undefined : described };
  if (go !== undefined) {
    return (
      <a {...named} {...pathProps(screen, go)} className="pb-choice-card">
        {inside}
      </a>
    );
  }
  if (action === undefined) throw new Error(`The option "${option.key}" has neither an action nor a path.`);
  const busy = screen.pending.has(action);
  return (
    <button
      {...named}
      type="button"
      className="pb-choice-card"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) void screen.raise(action, { form: payloadOf(screen, option) });
      }}
    >
      {inside}
    </button>
  );
}

/** Cards of which one is taken. */
export function Choice({ block, screen }: BlockProps<ChoiceShape>) {
  const label = useId();
  return (
    <div className="pb-choice">
      <p id={label} className="pb-choice-title">
        {screen.text(block.label)}
      </p>
      <ul className="pb-choice-list" aria-labelledby={label}>
        {entriesOf(block.options)
          .filter(({ when }) => shown(screen, when))
          .map((option) => (
            <li key={option.key}>
              <Card option={option} screen={screen} />
            </li>
          ))}
      </ul>
    </div>
  );
}
