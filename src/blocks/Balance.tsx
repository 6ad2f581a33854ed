/** Exports the `balance` block: the balance of the account, with facts and controls. */
import { useId } from "react";
import type { BalanceBlock } from "../language/blocks.js";
import type { BlockProps } from "./block.js";
import { ControlRow } from "./Controls.js";
import { entriesOf } from "./ordered.js";

/** Dollars and cents of an amount, since the cents are set smaller. */
function splitCents(amount: string): readonly [string, string] {
  const point = amount.lastIndexOf(".");
  return point === -1 ? [amount, ""] : [amount.slice(0, point), amount.slice(point)];
}

export function Balance({ block, screen }: BlockProps<BalanceBlock>) {
  const id = useId();
  const [dollars, rest] = splitCents(screen.text(block.amount));
  const facts = entriesOf(block.facts).filter(({ when }) => when === undefined || screen.holds(when));
  return (
    <section className="pb-balance" aria-labelledby={id}>
      <div className="pb-balance-main">
        <h2 id={id} className="pb-balance-label">
          {screen.text(block.label)}
        </h2>
        <p className="pb-balance-amount">
          {dollars}
          {rest !== "" && <span className="pb-balance-cents">{rest}</span>}
        </p>
        {block.controls !== undefined && <ControlRow controls={block.controls} screen={screen} />}
      </div>
      <dl className="pb-facts">
        {facts.map((fact) => (
          <div key={fact.key} className="pb-fact">
            <dt>{screen.text(fact.label)}</dt>
            <dd>{screen.text(fact.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
