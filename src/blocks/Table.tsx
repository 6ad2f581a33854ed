/** Exports the `table` block: items in columns. */
// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on narrow pages removes the elements' own roles.

import { useId } from "react";
import type { TableBlock, TableBlockColumnsItem } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { ControlButton } from "./Controls.js";
import { entriesOf, keyOf, listOf } from "./ordered.js";

interface CellProps {
  readonly column: TableBlockColumnsItem;
  readonly item: Json;
  readonly screen: ScreenHandle;
  /** Identifies the table's `ActionFailure`. */
  readonly source: string;
}

function Cell({ column: { value, control }, item, screen, source }: CellProps) {
  const isControl = control !== undefined && (control.when === undefined || screen.holds(control.when, item));
  return isControl ? <ControlButton control={control} screen={screen} item={item} source={source} /> : screen.text(value, item);
}

const classOf = ({ align, narrow }: TableBlockColumnsItem): string | undefined =>
  [align === "end" ? "pb-end" : "", narrow === undefined ? "" : `pb-cell--${narrow}`].filter(Boolean).join(" ") || undefined;

/**
 * On a narrow page each item is a block: two lines where the columns say so, else the column names beside the values. A table
 * that is wider than its container scrolls, also by keyboard.
 */
export function Table({ block, screen }: BlockProps<TableBlock>) {
  const source = useId();
  const items = listOf(screen.value(block.items), `"items" of the table "${block.key}"`);
  const columns = entriesOf(block.columns);
  if (items.length === 0) return <p className="pb-empty">{screen.text(block.empty.text)}</p>;
  const hasLines = columns.some(({ narrow }) => narrow !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard (WCAG 2.1.1)
    <section className="pb-table-frame" tabIndex={0} aria-label={screen.text(block.caption)}>
      <ActionFailure source={source} screen={screen} />
      <table className={hasLines ? "pb-table pb-table--lines" : "pb-table"} role="table">
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
              {columns.map((column) => (
                <td key={column.key} role="cell" data-label={screen.text(column.label)} className={classOf(column)}>
                  <Cell column={column} item={item} screen={screen} source={source} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
