import { WarningSign } from "@blueprintjs/icons";
import { cautionId, cautionsOf } from "../described-by.js";

/**
 * What is said of a value that is valid and yet unlikely (`ui:options.cautions`). The element stands before there is
 * anything to say, so that a screen reader says it when it comes, politely: it is no error.
 */
export function FieldCautions({ id, options }: { readonly id: string; readonly options: object }) {
  const said = cautionsOf(options);
  if (said === null) return null;
  return (
    <div id={cautionId(id)} role="status">
      {said.map((text) => (
        <p key={text} className="pb-warning">
          <WarningSign size={16} className="pb-error-icon" />
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}
