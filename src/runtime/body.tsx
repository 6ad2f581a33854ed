/** Exports `Body` for screens and groups: renders each visible block, or the failure state of the data that it reads. */
import { memo, type ReactElement } from "react";
import type { FailedQuery, ScreenHandle } from "../blocks/block.js";
import { BLOCKS } from "../blocks/blocks.js";
import { FailureNotice } from "../blocks/FailureNotice.js";
import type { CompiledBlock } from "../language/bundle.js";
import { drawsTheSame } from "./block-reads.js";

export function Body({ blocks, screen }: { readonly blocks: readonly CompiledBlock[]; readonly screen: ScreenHandle }): ReactElement {
  return (
    <>
      {blocks.map((block) => {
        const failed = screen.unavailable(block);
        if (failed !== null) return failed.length === 0 ? null : <Failures key={block.key} failed={failed} screen={screen} />;
        if (block.when !== undefined && !screen.holds(block.when)) return null;
        return <Block key={block.key} block={block} screen={screen} />;
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

/** One notice for all queries with the app's texts, and one for each query with its own. */
function Failures({ failed, screen }: { readonly failed: readonly FailedQuery[]; readonly screen: ScreenHandle }): ReactElement {
  const standard = failed.filter(({ onFailure }) => onFailure === null);
  return (
    <>
      {failed.map(({ key, onFailure }) =>
        onFailure === null ? null : <FailureNotice key={key} {...onFailure} queries={[key]} screen={screen} />,
      )}
      {standard.length > 0 && <FailureNotice queries={standard.map(({ key }) => key)} screen={screen} />}
    </>
  );
}
