/** Exports `BLOCKS` for the runtime: the component of each block name of the flows; and `loadBlocks` for the app. */
import type { ReactElement } from "react";
import type { ChartBlock, FormBlock } from "../language/blocks.js";
import type { CompiledBlock } from "../language/bundle.js";
import { Accordion } from "./Accordion.js";
import { Aside } from "./Aside.js";
import { Balance } from "./Balance.js";
import type { BlockComponent, BlockProps } from "./block.js";
import { Choice } from "./Choice.js";
import { Controls } from "./Controls.js";
import { Documents } from "./Documents.js";
import { deferred } from "./deferred.js";
import { Group } from "./Group.js";
import { List } from "./List.js";
import { Meter } from "./Meter.js";
import { Notice } from "./Notice.js";
import { Provider } from "./Provider.js";
import { Shares } from "./Shares.js";
import { Summary } from "./Summary.js";
import { Table } from "./Table.js";
import { Text } from "./Text.js";
import { Timeline } from "./Timeline.js";
import { Waiting } from "./Waiting.js";

/** Casts a component to the common type: the compiler has checked each block against `schemas/blocks/<name>.json`. */
const asBlock = <B extends CompiledBlock>(component: (props: BlockProps<B>) => ReactElement | null) => component as BlockComponent;

/** Forms need rjsf, half of the app's code. */
const form = deferred<BlockProps<FormBlock>>(async () => (await import("./Form.js")).Form);
const chart = deferred<BlockProps<ChartBlock>>(async () => (await import("./Chart.js")).Chart);

/** Loads the code of the blocks that the browser loads after the frame of the page. A block whose code failed to load throws the failure. */
export async function loadBlocks(): Promise<void> {
  await Promise.all([form.load(), chart.load()]);
}

/** By the name of `schemas/blocks`. The compiler has validated a block before its component receives it. */
export const BLOCKS: Readonly<Record<string, BlockComponent>> = {
  accordion: asBlock(Accordion),
  aside: asBlock(Aside),
  balance: asBlock(Balance),
  chart: asBlock(chart.Component),
  choice: asBlock(Choice),
  controls: asBlock(Controls),
  documents: asBlock(Documents),
  form: asBlock(form.Component),
  group: asBlock(Group),
  list: asBlock(List),
  meter: asBlock(Meter),
  notice: asBlock(Notice),
  provider: asBlock(Provider),
  shares: asBlock(Shares),
  summary: asBlock(Summary),
  table: asBlock(Table),
  text: asBlock(Text),
  timeline: asBlock(Timeline),
  waiting: asBlock(Waiting),
};
