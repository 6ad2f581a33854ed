/** Exports the `unbuilt` block: the placeholder of a body that is not built yet. */
import type { BlockProps } from "./block.js";
import type { UnbuiltShape } from "./shapes.js";

export function Unbuilt({ block, screen }: BlockProps<UnbuiltShape>) {
  return (
    <div className="pb-unbuilt" role="note">
      <p>{screen.text(block.text)}</p>
    </div>
  );
}
