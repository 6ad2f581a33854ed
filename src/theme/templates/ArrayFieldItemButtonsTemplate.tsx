/** Exports `ArrayFieldItemButtonsTemplate`: the buttons of a list item: move, copy, remove. */
import type { ArrayFieldItemButtonsTemplateProps } from "@rjsf/utils";
import { buttonId } from "@rjsf/utils";

export function ArrayFieldItemButtonsTemplate(props: ArrayFieldItemButtonsTemplateProps) {
  const { disabled, readonly, fieldPathId, registry, uiSchema } = props;
  const { hasCopy, hasMoveDown, hasMoveUp, hasRemove, onCopyItem, onRemoveItem, onMoveDownItem, onMoveUpItem } = props;
  const { CopyButton, MoveDownButton, MoveUpButton, RemoveButton } = registry.templates.ButtonTemplates;
  const still = disabled || readonly;
  const shared = { uiSchema, registry };
  const movable = hasMoveUp || hasMoveDown;
  return (
    <>
      {movable && (
        <MoveUpButton
          {...shared}
          id={buttonId(fieldPathId, "moveUp")}
          className="rjsf-array-item-move-up"
          disabled={still || !hasMoveUp}
          onClick={onMoveUpItem}
        />
      )}
      {movable && (
        <MoveDownButton
          {...shared}
          id={buttonId(fieldPathId, "moveDown")}
          className="rjsf-array-item-move-down"
          disabled={still || !hasMoveDown}
          onClick={onMoveDownItem}
        />
      )}
      {hasCopy && (
        <CopyButton {...shared} id={buttonId(fieldPathId, "copy")} className="rjsf-array-item-copy" disabled={still} onClick={onCopyItem} />
      )}
      {hasRemove && (
        <RemoveButton
          {...shared}
          id={buttonId(fieldPathId, "remove")}
          className="rjsf-array-item-remove"
          disabled={still}
          onClick={onRemoveItem}
        />
      )}
    </>
  );
}
