/** Exports the generator of `flows/REFERENCE.md`, the reference of the flow language. */
import { readLanguage } from "../../language/meta-schema.js";
import type { FlowSource } from "../../language/source.js";
import { COMMANDS, type CommandHelp } from "../commands.js";
import type { Document } from "./document.js";
import { blockSections, definitionSections, fileSections } from "./reference-keywords.js";
import { operatorSection } from "./reference-operators.js";
import { effectSection, outcomeSection, overlaySection, scopeSection, stateSection, timeSection } from "./reference-topics.js";
import { markdownDocument, type Section } from "./section.js";

const INTRODUCTION = [
  "Every keyword of the flow language, with an example. `npm run flows -- docs` generates this page from the language's own schemas (`schemas/`), the operators and the commands; a test compiles the examples.",
  "",
  "To start, read [A brand in 15 minutes](TUTORIAL-BRAND.md) or [A second product](TUTORIAL-PRODUCT.md).",
];

export function referenceDocument(source: FlowSource): Document {
  const language = readLanguage(source);
  const sections = [
    ...fileSections(language, (file) => source.files.has(file)),
    ...definitionSections(language),
    ...blockSections(language),
    effectSection(language),
    outcomeSection(),
    scopeSection(),
    operatorSection(),
    timeSection(),
    overlaySection(),
    stateSection(source.files.get("schemas/state.schema.json") ?? "{}"),
    commandSection(),
  ];
  return { path: "flows/REFERENCE.md", text: markdownDocument("Reference of the flow language", INTRODUCTION, sections) };
}

/** The commands of the flow tool. */
function commandSection(): Section {
  const rows = Object.entries(COMMANDS).map(
    ([name, { summary, example }]: [string, CommandHelp]) => `| \`${name}\` | ${summary} | \`${example[0].replaceAll("|", "\\|")}\` |`,
  );
  return {
    level: 2,
    heading: "Commands",
    lines: [
      "Run a command with `npm run flows -- COMMAND`. Every command answers `--help`.",
      "",
      "| Command | What it does | Example |",
      "|---|---|---|",
      ...rows,
    ],
  };
}
