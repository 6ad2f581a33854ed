import { useId } from "react";
import type { BlockProps } from "./block.js";
import type { GroupShape } from "./shapes.js";

/** Blocks set together. With a heading it is a section of the page; a fold's heading opens it. */
export function Group({ block, screen }: BlockProps<GroupShape>) {
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
