/** Exports the `group` block: blocks under a heading, in columns, in a card, or folded. */
import { useId } from "react";
import type { GroupBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";

export function Group({ block, screen }: BlockProps<GroupBlock>) {
  const id = useId();
  const { layout, heading } = block;
  const className = `pb-group pb-group--${layout}`;
  if (heading === undefined) return <div className={className}>{screen.body(block.body)}</div>;
  if (layout === "fold") {
    return (
      <details className={className}>
        <summary>{screen.text(heading)}</summary>
        {screen.body(block.body)}
      </details>
    );
  }
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="pb-heading">
        {screen.text(heading)}
      </h2>
      {screen.body(block.body)}
    </section>
  );
}
