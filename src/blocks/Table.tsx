/** Exports the `table` block: items in columns. */
// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on narrow pages removes the elements' own roles.

import type { TableBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";
import { entriesOf, keyOf, listOf } from "./ordered.js";

/**
 * On a narrow page each item is a block with the column names beside the values. A table that is wider than its container
 * scrolls, also by keyboard.
 */
export function Table({ block, screen }: BlockProps<TableBlock>) {
  const items = listOf(screen.value(block.items), `"items" of the table "${block.key}"`);
  const columns = entriesOf(block.columns);
  if (items.length === 0) return <p className="pb-empty">{screen.text(block.empty.text)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard (WCAG 2.1.1)
    <section className="pb-table-frame" tabIndex={0} aria-label={screen.text(block.caption)}>
      <table className="pb-table" role="table">
        <caption>{screen.text(block.caption)}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, align }) => (
              <th key={key} scope="col" role="columnheader" className={align === "end" ? "pb-end" : undefined}>
                {screen.text(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item, index) => (
            <tr key={keyOf(item, index)} role="row">
              {columns.map(({ key, label, value, align }) => (
                <td key={key} role="cell" data-label={screen.text(label)} className={align === "end" ? "pb-end" : undefined}>
                  {screen.text(value, item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
