/** Exports the `unbuilt` block: the placeholder of a body that is not built yet. */

import type { UnbuiltBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";

export function Unbuilt({ block, screen }: BlockProps<UnbuiltBlock>) {
  return (
    <div className="pb-unbuilt" role="note">
      <p>{screen.text(block.text)}</p>
    </div>
  );
}
