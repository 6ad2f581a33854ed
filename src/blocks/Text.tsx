/** Exports the `text` block: prose in one of four tones. */
import type { BlockProps } from "./block.js";
import type { TextShape } from "./shapes.js";

export function Text({ block, screen }: BlockProps<TextShape>) {
  const { tone = "body", heading } = block;
  return (
    <div className={`pb-text pb-text--${tone}`}>
      {heading !== undefined && <h2 className="pb-heading">{screen.text(heading)}</h2>}
      {screen.prose(block.markdown)}
    </div>
  );
}
