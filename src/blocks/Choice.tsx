/** Exports the `choice` block: cards of which the depositor chooses one. */
import { useId } from "react";
import type { ChoiceBlock } from "../language/blocks.js";
import type { CompiledPredicate } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { Icon } from "./icons.js";
import { entriesOf } from "./ordered.js";
import { pathProps } from "./PathLink.js";

type Option = ChoiceBlock["options"]["items"][string] & { readonly key: string };

const isVisible = (screen: ScreenHandle, when: CompiledPredicate | undefined): boolean => when === undefined || screen.holds(when);

/** The payload of an option, evaluated in the screen's scope. */
function payloadOf(screen: ScreenHandle, option: Option): Json {
  return Object.fromEntries(Object.entries(option.with ?? {}).map(([name, value]) => [name, screen.value(value)]));
}

function Card({ option, screen, source }: { readonly option: Option; readonly screen: ScreenHandle; readonly source: string }) {
  const descriptionId = useId();
  const { action, go, icon, description } = option;
  const content = (
    <>
      {icon !== undefined && (
        <span className="pb-choice-icon">
          <Icon name={icon} />
        </span>
      )}
      <span className="pb-choice-body">
        <span className="pb-choice-label">{screen.text(option.label)}</span>
        {description !== undefined && (
          <span id={descriptionId} className="pb-choice-description">
            {screen.text(description)}
          </span>
        )}
      </span>
      <span className="pb-choice-arrow" aria-hidden="true">
        <Icon name="arrow-right" size={16} />
      </span>
    </>
  );
  const nameProps = { "aria-label": screen.text(option.label), "aria-describedby": description === undefined ? undefined : descriptionId };
  const raise = () => void screen.raise(action ?? "", { form: payloadOf(screen, option), source });
  const address = action === undefined ? null : screen.addressOf(action, { form: payloadOf(screen, option) });
  const to = address ?? go;
  if (to !== undefined) {
    return (
      <a {...nameProps} {...pathProps(address === null ? screen : { href: screen.href, go: raise }, to)} className="pb-choice-card">
        {content}
      </a>
    );
  }
  if (action === undefined) throw new Error(`The option "${option.key}" has neither an action nor a path.`);
  const busy = screen.isPending(action);
  const ignored = busy || screen.isBlocked(action);
  return (
    <button
      {...nameProps}
      type="button"
      className="pb-choice-card"
      aria-disabled={ignored || undefined}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!ignored) raise();
      }}
    >
      {content}
    </button>
  );
}

export function Choice({ block, screen }: BlockProps<ChoiceBlock>) {
  const label = useId();
  const source = useId();
  return (
    <div className="pb-choice">
      <p id={label} className="pb-choice-title">
        {screen.text(block.label)}
      </p>
      <ActionFailure source={source} screen={screen} />
      <ul className="pb-choice-list" aria-labelledby={label}>
        {entriesOf(block.options)
          .filter(({ when }) => isVisible(screen, when))
          .map((option) => (
            <li key={option.key} className="pb-choice-item">
              <Card option={option} screen={screen} source={source} />
            </li>
          ))}
      </ul>
    </div>
  );
}
