import type { BlockProps } from "./block.js";
import type { UnbuiltShape } from "./shapes.js";

/** Stands where a body is not built yet, and says so. */
export function Unbuilt({ block, screen }: BlockProps<UnbuiltShape>) {
  return (
    <div className="pb-unbuilt" role="note">
      <p>{screen.text(block.text)}</p>
    </div>
  );
}
