/** Exports the `shares` block: parts of a whole in percent, as a bar with a legend and their total. */
import { useId } from "react";
import type { SharesBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { BlockProps } from "./block.js";
import { keyOf, listOf } from "./ordered.js";

/** 100 % in hundredths of a percent: shares are added as integers, since floats would not add up exactly. */
const WHOLE = 10_000;

/** Colors of the parts, repeated in this order. The numbers in the bar and the legend distinguish parts of one color. */
const TONES = 3;

/** An item that is a percentage, in the format of the app. */
const PERCENT: Text = { icu: [{ type: 1, value: "it" }], values: { it: { percent: { var: "item" } } } };

/** `"33.34"` -> 3334; 0 for anything else, such as a number that is still being typed. */
export function hundredthsOf(value: Json): number {
  const match = typeof value === "string" ? /^\s*(\d{1,3})(?:\.(\d{1,2}))?\s*$/.exec(value) : null;
  return match === null ? 0 : Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** 3334 -> `"33.34"`; null for 0 and less. */
const percentOf = (hundredths: number): string | null =>
  hundredths > 0 ? `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}` : null;

export function Shares({ block, screen }: BlockProps<SharesBlock>) {
  const id = useId();
  const parts = listOf(screen.value(block.items), `"items" of the shares "${block.key}"`).map((item, index) => {
    const share = hundredthsOf(screen.value(block.item.value, item));
    return { key: keyOf(item, index), number: index + 1, tone: index % TONES, label: screen.text(block.item.label, item), share };
  });
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  const left = percentOf(WHOLE - total);
  const over = percentOf(total - WHOLE);
  return (
    <section className="pb-shares" aria-labelledby={id}>
      <h2 id={id} className="pb-heading">
        {screen.text(block.heading)}
      </h2>
      {/* The legend has the same shares as text. */}
      <div className="pb-shares-bar" aria-hidden="true" data-over={over !== null || undefined}>
        {parts.map(({ key, number, tone, share }) =>
          share === 0 ? null : (
            <span key={key} data-tone={tone} style={{ flexGrow: share }}>
              {number}
            </span>
          ),
        )}
        {left !== null && <span className="pb-shares-left" style={{ flexGrow: WHOLE - total }} />}
      </div>
      <ol className="pb-shares-legend">
        {parts.map(({ key, number, tone, label, share }) => (
          <li key={key}>
            <span className="pb-shares-number" data-tone={tone} aria-hidden="true">
              {number}
            </span>
            <span className="pb-shares-label">{label}</span>{" "}
            <span className="pb-shares-value">{screen.text(PERCENT, percentOf(share) ?? "0")}</span>
          </li>
        ))}
      </ol>
      <p className="pb-shares-total" role="status" data-whole={total === WHOLE || undefined}>
        {screen.text(block.total, { total: percentOf(total) ?? "0", left, over })}
      </p>
    </section>
  );
}
