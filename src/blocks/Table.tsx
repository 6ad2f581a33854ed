// biome-ignore-all lint/a11y/noRedundantRoles: a table drawn as blocks on narrow pages would lose its own.
import type { BlockProps } from "./block.js";
import { entriesOf, keyOf, listOf } from "./ordered.js";
import type { TableShape } from "./shapes.js";

/**
 * Items in columns; where the page is narrow, each item stands by itself with its columns' names beside the values
 * (the roles say what `display` then hides). Wider than its place, it scrolls by itself, by keyboard as well.
 */
export function Table({ block, screen }: BlockProps<TableShape>) {
  const items = listOf(screen.value(block.items), `"items" of the table "${block.key}"`);
  const columns = entriesOf(block.columns);
  if (items.length === 0) return <p className="pb-empty">{screen.text(block.empty.text)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
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
