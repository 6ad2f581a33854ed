/** Exports the sections of a generated Markdown document, its table of contents and its anchors. */

export interface Section {
  readonly level: 2 | 3;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}

/** A document: its title and first lines, the table of contents, and the sections. Throws where two headings have one anchor. */
export function markdownDocument(title: string, introduction: readonly string[], sections: readonly Section[]): string {
  const anchors = new Set<string>();
  for (const { heading } of sections) {
    const anchor = anchorOf(heading);
    if (anchors.has(anchor)) throw new Error(`Two sections have the anchor ${anchor}`);
    anchors.add(anchor);
  }
  const contents = sections.map(({ level, heading }) => `${level === 2 ? "" : "  "}- [${heading}](#${anchorOf(heading)})`);
  const body = sections.flatMap(({ level, heading, lines }) => ["", `${"#".repeat(level)} ${heading}`, "", ...lines]);
  const text = [`# ${title}`, "", ...introduction, "", ...contents, ...body].join("\n");
  return `${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}
