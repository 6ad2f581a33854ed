/** Exports the `text` block: prose in one of four tones. */

import type { TextBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";

export function Text({ block, screen }: BlockProps<TextBlock>) {
  const { tone = "body", heading } = block;
  return (
    <div className={`pb-text pb-text--${tone}`}>
      {heading !== undefined && <h2 className="pb-heading">{screen.text(heading)}</h2>}
      {screen.prose(block.markdown)}
    </div>
  );
}
