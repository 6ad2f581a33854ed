/** Exports the `timeline` block: the steps of something that takes time, each with its state. */
import { useId } from "react";
import type { TimelineBlock, TimelineBlockStepsItem } from "../language/blocks.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { Icon } from "./icons.js";
import { entriesOf } from "./ordered.js";

const STATES = { done: "tick-circle", upcoming: "time", failed: "warning-sign" } as const;
type State = keyof typeof STATES;

function stateOf(step: TimelineBlockStepsItem, screen: ScreenHandle): State {
  const state = screen.value(step.state);
  if (typeof state === "string" && Object.hasOwn(STATES, state)) return state as State;
  throw new Error(`A step of a timeline has the state ${JSON.stringify(state)}. Known: ${Object.keys(STATES).join(", ")}.`);
}

/** The first step that is still to come is the current one. */
export function Timeline({ block, screen }: BlockProps<TimelineBlock>) {
  const id = useId();
  const steps = entriesOf(block.steps)
    .filter(({ when }) => when === undefined || screen.holds(when))
    .map((step) => ({ step, state: stateOf(step, screen) }));
  const current = steps.findIndex(({ state }) => state === "upcoming");
  return (
    <section className="pb-timeline" aria-labelledby={id}>
      <h2 id={id} className="pb-heading">
        {screen.text(block.heading)}
      </h2>
      <ol>
        {steps.map(({ step, state }, index) => {
          const text = step.text === undefined ? "" : screen.text(step.text);
          return (
            <li key={step.key} data-state={state} aria-current={index === current ? "step" : undefined}>
              <span className="pb-timeline-mark">
                <Icon name={STATES[state]} size={20} />
              </span>
              <span className="pb-timeline-body">
                <span className="pb-timeline-label">{screen.text(step.label)}</span>
                {text !== "" && <span className="pb-timeline-text">{text}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
