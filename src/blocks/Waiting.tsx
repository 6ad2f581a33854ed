/** Exports the `waiting` block: a spinner with a politely announced text. */
import { Spinner } from "@blueprintjs/core";
import type { WaitingBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";

export function Waiting({ block, screen }: BlockProps<WaitingBlock>) {
  return (
    <div className="pb-waiting" role="status">
      <Spinner size={40} intent="primary" aria-hidden="true" />
      <p>{screen.text(block.text)}</p>
    </div>
  );
}
