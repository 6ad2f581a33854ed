/** Exports `Body` for screens and groups: renders each visible block, or the failure state of the data that it reads. */
import type { ReactElement } from "react";
import type { FailedQuery, ScreenHandle } from "../blocks/block.js";
import { BLOCKS } from "../blocks/blocks.js";
import { FailureNotice } from "../blocks/FailureNotice.js";
import type { CompiledBlock } from "../language/bundle.js";

export function Body({ blocks, screen }: { readonly blocks: readonly CompiledBlock[]; readonly screen: ScreenHandle }): ReactElement {
  return (
    <>
      {blocks.map((block) => {
        const failed = screen.unavailable(block);
        if (failed !== null) return failed.length === 0 ? null : <Failures key={block.key} failed={failed} screen={screen} />;
        if (block.when !== undefined && !screen.holds(block.when)) return null;
        const Component = BLOCKS[block.block];
        if (Component === undefined) throw new Error(`There is no block "${block.block}".`);
        return <Component key={block.key} block={block} screen={screen} />;
      })}
    </>
  );
}

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
