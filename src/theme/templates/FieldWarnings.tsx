/** Exports `FieldWarnings`: the warnings of a field. */
import { WarningSign } from "@blueprintjs/icons";
import { warningId, warningsOf } from "../described-by.js";

/**
 * Warnings about a valid but unlikely value (`ui:options.warnings`). The live region is rendered before there is a warning,
 * so that a screen reader announces it, politely, when it appears.
 */
export function FieldWarnings({ id, options }: { readonly id: string; readonly options: object }) {
  const warnings = warningsOf(options);
  if (warnings === null) return null;
  return (
    <div id={warningId(id)} role="status">
      {warnings.map((text) => (
        <p key={text} className="pb-warning">
          <WarningSign size={16} className="pb-error-icon" />
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}
