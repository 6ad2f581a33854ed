/** Exports `renderBlock` for the block tests: one block in its own screen. */
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CompiledBlock } from "../../src/language/bundle.js";
import { Block, type Raised, type ScreenOptions, screenFor } from "./screen-fixture.js";

/** A text that is one value of the state. */
export const argument = (path: string) => ({ icu: [{ type: 1, value: "it" }], values: { it: { var: path } } });

/** Renders a block and records the actions that it raises and the paths that it navigates to. */
export function renderBlock(block: Omit<CompiledBlock, "key">, options: ScreenOptions = {}) {
  const raised: Raised[] = [];
  const gone: string[] = [];
  render(
    <Block
      block={{ key: "it", ...block } as CompiledBlock}
      screen={screenFor({ onRaise: (each) => void raised.push(each), onGo: (to) => void gone.push(to), ...options })}
    />,
  );
  return { raised, gone, user: userEvent.setup() };
}
