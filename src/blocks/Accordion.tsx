/** Exports the `accordion` block: titles that open a text, in groups, with a search. */
import { InputGroup } from "@blueprintjs/core";
import { useId, useState } from "react";
import type { AccordionBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { ControlRow } from "./Controls.js";
import { keyOf, listOf } from "./ordered.js";

interface Entry {
  readonly key: string | number;
  readonly title: string;
  readonly text: string;
  readonly group: string;
}

function entriesOf({ items, item, key }: AccordionBlock, screen: ScreenHandle): readonly Entry[] {
  return listOf(screen.value(items), `"items" of the accordion "${key}"`).map((one: Json, index) => ({
    key: keyOf(one, index),
    title: screen.text(item.title, one),
    text: screen.text(item.text, one),
    group: item.group === undefined ? "" : screen.text(item.group, one),
  }));
}

/** Whether an entry has each word of a search, in any order and case. */
function matches({ title, text, group }: Entry, search: string): boolean {
  const content = `${group} ${title} ${text}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}

export function Accordion({ block, screen }: BlockProps<AccordionBlock>) {
  const id = useId();
  const [search, setSearch] = useState("");
  const { search: words, empty } = block;
  const entries = entriesOf(block, screen);
  const found = entries.filter((entry) => matches(entry, search.trim()));
  const groups = [...new Set(found.map(({ group }) => group))];
  if (entries.length === 0)
    return (
      <div className="pb-empty">
        <p>{screen.text(empty.text)}</p>
        {empty.controls !== undefined && <ControlRow controls={empty.controls} screen={screen} />}
      </div>
    );
  return (
    <div className="pb-accordion">
      {words !== undefined && (
        <div className="pb-accordion-search">
          <label htmlFor={id}>{screen.text(words.label)}</label>
          <InputGroup id={id} type="search" className="pb-input" size="large" value={search} onValueChange={setSearch} />
          <p role="status" className="pb-accordion-none">
            {found.length === 0 ? screen.text(words.none) : ""}
          </p>
        </div>
      )}
      {groups.map((group, index) => (
        <section key={group} className="pb-accordion-group" {...(group === "" ? {} : { "aria-labelledby": `${id}-${index}` })}>
          {group !== "" && (
            <h2 id={`${id}-${index}`} className="pb-heading">
              {group}
            </h2>
          )}
          {found
            .filter((entry) => entry.group === group)
            .map(({ key, title, text }) => (
              <details key={key} className="pb-accordion-entry">
                <summary>{title}</summary>
                <p>{text}</p>
              </details>
            ))}
        </section>
      ))}
    </div>
  );
}
