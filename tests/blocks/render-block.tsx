/** One block in a screen of its own, for a test to use. */
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CompiledBlock } from "../../src/language/bundle.js";
import { Block, type Raised, type ScreenOptions, screenFor } from "./screen-fixture.js";

/** A text that is one value of the state. */
export const argument = (path: string) => ({ icu: [{ type: 1, value: "it" }], values: { it: { var: path } } });

/** Draws one block; what it raises and where it leads is kept. */
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
