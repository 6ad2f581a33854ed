/** The vocabulary of screens: each block's name in the flows, and what draws it. */
import type { ReactElement } from "react";
import type { CompiledBlock } from "../language/bundle.js";
import { Balance } from "./Balance.js";
import type { BlockComponent, BlockProps } from "./block.js";
import { Chart } from "./Chart.js";
import { Choice } from "./Choice.js";
import { Controls } from "./Controls.js";
import { Documents } from "./Documents.js";
import { Form } from "./Form.js";
import { Group } from "./Group.js";
import { List } from "./List.js";
import { Notice } from "./Notice.js";
import { Provider } from "./Provider.js";
import { Summary } from "./Summary.js";
import { Table } from "./Table.js";
import { Text } from "./Text.js";
import { Unbuilt } from "./Unbuilt.js";
import { Waiting } from "./Waiting.js";

/** A block's shape is the compiler's promise (`schemas/blocks/<name>.json`): here it is taken at its word. */
const drawn = <B extends CompiledBlock>(component: (props: BlockProps<B>) => ReactElement | null) => component as BlockComponent;

export const BLOCKS: Readonly<Record<string, BlockComponent>> = {
  balance: drawn(Balance),
  chart: drawn(Chart),
  choice: drawn(Choice),
  controls: drawn(Controls),
  documents: drawn(Documents),
  form: drawn(Form),
  group: drawn(Group),
  list: drawn(List),
  notice: drawn(Notice),
  provider: drawn(Provider),
  summary: drawn(Summary),
  table: drawn(Table),
  text: drawn(Text),
  unbuilt: drawn(Unbuilt),
  waiting: drawn(Waiting),
};
