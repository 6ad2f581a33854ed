/** Draws a body: each block whose `when` holds, by its name in the one map of blocks. */
import type { ReactElement } from "react";
import type { ScreenHandle } from "../blocks/block.js";
import { BLOCKS } from "../blocks/blocks.js";
import type { CompiledBlock } from "../language/bundle.js";

export function Body({ blocks, screen }: { readonly blocks: readonly CompiledBlock[]; readonly screen: ScreenHandle }): ReactElement {
  return (
    <>
      {blocks.map((block) => {
        if (block.when !== undefined && !screen.holds(block.when)) return null;
        const Component = BLOCKS[block.block];
        if (Component === undefined) throw new Error(`There is no block "${block.block}".`);
        return <Component key={block.key} block={block} screen={screen} />;
      })}
    </>
  );
}
