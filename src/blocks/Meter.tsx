/** Exports the `meter` block: an amount within a limit, as a bar. */
import { useId } from "react";
import type { MeterBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { BlockProps } from "./block.js";

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** The width of the bar is a float; the amounts that people read are the block's texts. */
function amountOf(value: Json, what: string): number {
  if (value === null) return 0;
  if (typeof value !== "string" || !DECIMAL.test(value)) throw new Error(`${what} must be a decimal string, not ${JSON.stringify(value)}.`);
  return Number(value);
}

export function Meter({ block, screen }: BlockProps<MeterBlock>) {
  const id = useId();
  const value = amountOf(screen.value(block.value), `"value" of the meter "${block.key}"`);
  const limit = amountOf(screen.value(block.limit), `"limit" of the meter "${block.key}"`);
  if (limit <= 0) throw new Error(`"limit" of the meter "${block.key}" must be more than 0.`);
  const text = screen.text(block.text);
  const shown = Math.min(Math.max(value, 0), limit);
  return (
    <section className="pb-meter" aria-labelledby={id}>
      <div className="pb-meter-head">
        <h2 id={id} className="pb-heading">
          {screen.text(block.heading)}
        </h2>
        <span className="pb-meter-text">{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers give a meter element their own color */}
      <div
        className="pb-meter-bar"
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={shown}
        aria-valuetext={text}
        data-over={value > limit || undefined}
      >
        {shown > 0 && <span style={{ inlineSize: `${(shown / limit) * 100}%` }} />}
      </div>
      {block.note !== undefined && <p className="pb-meter-note">{screen.text(block.note)}</p>}
    </section>
  );
}
