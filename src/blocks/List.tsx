/** Exports the `list` block: one entry for each item. */
import { useId } from "react";
import type { ListBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { ControlButton, ControlRow } from "./Controls.js";
import { DownloadLink } from "./DownloadLink.js";
import { keyOf, listOf } from "./ordered.js";

/** The tones of an entry. Another value is an error of the flow. */
const TONES = new Set(["positive", "negative", "pending", "muted", "new"]);

function toneOf(value: Json): string {
  if (value === null) return "";
  if (typeof value !== "string" || !TONES.has(value))
    throw new Error(`There is no tone ${JSON.stringify(value)}. Known: ${[...TONES].join(", ")}.`);
  return ` pb-entry--${value}`;
}

interface EntryProps {
  readonly shape: ListBlock["item"];
  readonly item: Json;
  readonly screen: ScreenHandle;
}

/** The links to the files of an entry. */
function Files({ shape: { files, file }, item, screen }: EntryProps) {
  if (files === undefined || file === undefined) return null;
  const all = listOf(screen.value(files, item), `"files" of an entry`);
  if (all.length === 0) return null;
  return (
    <ul className="pb-entry-files">
      {all.map((one, index) => (
        <li key={keyOf(one, index)}>
          <DownloadLink
            href={screen.text(file.href, one)}
            failed={file.failed === undefined ? undefined : screen.text(file.failed, one)}
            screen={screen}
          >
            {screen.text(file.label, one)}
          </DownloadLink>
        </li>
      ))}
    </ul>
  );
}

function Entry({ shape, item, screen, source }: EntryProps & { readonly source: string }) {
  const id = useId();
  const tone = shape.tone === undefined ? "" : toneOf(screen.value(shape.tone, item));
  const meta = shape.meta === undefined ? "" : screen.text(shape.meta, item);
  const text = shape.text === undefined ? "" : screen.text(shape.text, item);
  const { open } = shape;
  const opens = open !== undefined && (open.when === undefined || screen.holds(open.when, item));
  return (
    <li className={`pb-entry${tone}`}>
      <div className="pb-entry-body">
        <span id={id} className="pb-entry-title">
          {opens ? (
            <ControlButton control={{ style: "link", ...open }} screen={screen} item={item} source={source} />
          ) : (
            screen.text(shape.title, item)
          )}
        </span>
        {text !== "" && <span className="pb-entry-text">{text}</span>}
        {meta !== "" && <span className="pb-entry-meta">{meta}</span>}
        <Files shape={shape} item={item} screen={screen} />
      </div>
      {shape.value !== undefined && <span className="pb-entry-value">{screen.text(shape.value, item)}</span>}
      {shape.controls !== undefined && (
        <ControlRow className="pb-entry-controls" controls={shape.controls} screen={screen} item={item} describedBy={id} />
      )}
    </li>
  );
}

export function List({ block, screen }: BlockProps<ListBlock>) {
  const id = useId();
  const source = useId();
  const items = listOf(screen.value(block.items), `"items" of the list "${block.key}"`);
  const visible = block.limit === undefined ? items : items.slice(0, block.limit);
  const { heading, empty, more } = block;
  if (items.length === 0 && empty === undefined) return null;
  const isMoreVisible = more !== undefined && (more.when === undefined || screen.holds(more.when));
  const Frame = heading === undefined ? "div" : "section";
  return (
    <Frame className="pb-list" aria-labelledby={heading === undefined ? undefined : id}>
      {heading !== undefined && (
        <div className="pb-section-head">
          <h2 id={id} className="pb-heading">
            {screen.text(heading)}
          </h2>
          {isMoreVisible && items.length > 0 && <ControlButton control={{ style: "link", ...more }} screen={screen} source={source} />}
        </div>
      )}
      <ActionFailure source={source} screen={screen} />
      {visible.length > 0 ? (
        <ul className="pb-entries">
          {visible.map((item, index) => (
            <Entry key={keyOf(item, index)} shape={block.item} item={item} screen={screen} source={source} />
          ))}
        </ul>
      ) : (
        <div className="pb-empty">
          <p>{empty !== undefined && screen.text(empty.text)}</p>
          {empty?.controls !== undefined && <ControlRow controls={empty.controls} screen={screen} />}
        </div>
      )}
      {heading === undefined && isMoreVisible && items.length > 0 && (
        <ControlButton control={{ style: "link", ...more }} screen={screen} source={source} />
      )}
    </Frame>
  );
}
