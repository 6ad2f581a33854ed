/** Exports `BLOCKS` for the runtime: the component of each block name of the flows. */
import type { ReactElement } from "react";
import type { CompiledBlock } from "../language/bundle.js";
import { Accordion } from "./Accordion.js";
import { Aside } from "./Aside.js";
import { Balance } from "./Balance.js";
import type { BlockComponent, BlockProps } from "./block.js";
import { Chart } from "./Chart.js";
import { Choice } from "./Choice.js";
import { Controls } from "./Controls.js";
import { Documents } from "./Documents.js";
import { Form } from "./Form.js";
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

export const BLOCKS: Readonly<Record<string, BlockComponent>> = {
  accordion: asBlock(Accordion),
  aside: asBlock(Aside),
  balance: asBlock(Balance),
  chart: asBlock(Chart),
  choice: asBlock(Choice),
  controls: asBlock(Controls),
  documents: asBlock(Documents),
  form: asBlock(Form),
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
