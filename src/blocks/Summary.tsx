/** Exports the `summary` block: entered data in sections, each with a control to edit it. */
import { useId } from "react";
import type { SummaryBlock } from "../language/blocks.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { ControlButton } from "./Controls.js";
import { entriesOf } from "./ordered.js";

type Section = SummaryBlock["sections"]["items"][string];

function SummarySection({ section, screen }: { readonly section: Section; readonly screen: ScreenHandle }) {
  const id = useId();
  const source = useId();
  const rows = entriesOf(section.rows).filter(({ when }) => when === undefined || screen.holds(when));
  return (
    <section className="pb-summary-section" aria-labelledby={id}>
      <div className="pb-section-head">
        <h2 id={id} className="pb-heading">
          {screen.text(section.heading)}
        </h2>
        {section.control !== undefined && (section.control.when === undefined || screen.holds(section.control.when)) && (
          <ControlButton control={{ style: "link", ...section.control }} screen={screen} describedBy={id} source={source} />
        )}
      </div>
      <ActionFailure source={source} screen={screen} />
      <dl className="pb-rows">
        {rows.map((row) => (
          <div key={row.key} className="pb-row">
            <dt>{screen.text(row.label)}</dt>
            <dd>{screen.text(row.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Summary({ block, screen }: BlockProps<SummaryBlock>) {
  return (
    <div className="pb-summary">
      {entriesOf(block.sections)
        .filter(({ when }) => when === undefined || screen.holds(when))
        .map((section) => (
          <SummarySection key={section.key} section={section} screen={screen} />
        ))}
    </div>
  );
}
