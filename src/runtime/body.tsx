/** Exports `Body` for screens and groups: renders each visible block, or the failure state of the data that it reads. */
import { Fragment, memo, type ReactElement } from "react";
import type { ScreenHandle } from "../blocks/block.js";
import { BLOCKS } from "../blocks/blocks.js";
import { FailureNotice } from "../blocks/FailureNotice.js";
import type { CompiledBlock } from "../language/bundle.js";
import { drawsTheSame } from "./block-reads.js";

export function Body({ blocks, screen }: { readonly blocks: readonly CompiledBlock[]; readonly screen: ScreenHandle }): ReactElement {
  return (
    <>
      {blocks.map((block) => {
        const unavailable = screen.unavailable(block);
        const failure =
          unavailable === null || unavailable.queries.length === 0 ? null : (
            <FailureNotice key={block.key} {...unavailable} screen={screen} />
          );
        if (unavailable?.isShown === false) return failure;
        if (block.when !== undefined && !screen.holds(block.when)) return null;
        return (
          <Fragment key={block.key}>
            <Block block={block} screen={screen} />
            {failure}
          </Fragment>
        );
      })}
    </>
  );
}

interface BlockElementProps {
  readonly block: CompiledBlock;
  readonly screen: ScreenHandle;
}

/** Keeps its element while nothing that the block reads has changed. */
const Block = memo(
  function Block({ block, screen }: BlockElementProps): ReactElement {
    const Component = BLOCKS[block.block];
    if (Component === undefined) throw new Error(`There is no block "${block.block}".`);
    return <Component block={block} screen={screen} />;
  },
  (before, after) => before.block === after.block && drawsTheSame(after.block, before.screen, after.screen),
);
