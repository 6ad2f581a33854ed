import type { BlockProps } from "./block.js";
import { entriesOf, keyOf, listOf } from "./ordered.js";
import type { TableShape } from "./shapes.js";

/** Items in columns. It scrolls by itself where the page is too narrow, by keyboard as well. */
export function Table({ block, screen }: BlockProps<TableShape>) {
  const items = listOf(screen.value(block.items), `"items" of the table "${block.key}"`);
  const columns = entriesOf(block.columns);
  if (items.length === 0) return <p className="pb-empty">{screen.text(block.empty.text)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className="pb-table-frame" tabIndex={0} aria-label={screen.text(block.caption)}>
      <table className="pb-table">
        <caption>{screen.text(block.caption)}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, align }) => (
              <th key={key} scope="col" className={align === "end" ? "pb-end" : undefined}>
                {screen.text(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={keyOf(item, index)}>
              {columns.map(({ key, value, align }) => (
                <td key={key} className={align === "end" ? "pb-end" : undefined}>
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
