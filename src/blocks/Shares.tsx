/** Exports the `shares` block: parts of a whole in percent, as a bar with a legend and their total. */
import { useId } from "react";
import type { SharesBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { BlockProps } from "./block.js";
import { keyOf, listOf } from "./ordered.js";
import { hundredthsOf, percentOf, totalOf } from "./share-total.js";

/** Colors of the parts, repeated in this order. The numbers in the bar and the legend distinguish parts of one color. */
const TONES = 3;

/** An item that is a percentage, in the format of the app. */
const PERCENT: Text = { icu: [{ type: 1, value: "it" }], values: { it: { percent: { var: "item" } } } };

export function Shares({ block, screen }: BlockProps<SharesBlock>) {
  const id = useId();
  const parts = listOf(screen.value(block.items), `"items" of the shares "${block.key}"`).map((item, index) => {
    const share = hundredthsOf(screen.value(block.item.value, item));
    return { key: keyOf(item, index), number: index + 1, tone: index % TONES, label: screen.text(block.item.label, item), share };
  });
  const { total, left, over, missing } = totalOf(parts.map(({ share }) => share));
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
        {left !== null && <span className="pb-shares-left" style={{ flexGrow: missing }} />}
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
      <p className="pb-shares-total" role="status" data-whole={missing === 0 || undefined}>
        {screen.text(block.total, { total, left, over })}
      </p>
    </section>
  );
}
