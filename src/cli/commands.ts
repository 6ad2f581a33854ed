/** Exports each command of the flow tool: its summary, arguments, options and an example, for `--help` and for parsing. */
import { KINDS } from "../mutation/mutant.js";

/** The arguments of a command, and its text in `--help`. */
export interface CommandHelp {
  /** One line. */
  readonly summary: string;
  /** Arguments by position, as the usage line shows them. */
  readonly positional?: readonly string[];
  /** Options with a value: the value's name and what the option does. */
  readonly options?: Readonly<Record<string, readonly [value: string, text: string]>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** The values of options that accept too many for one line, by title. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** An example of a command line, and its effect. */
  readonly example: readonly [line: string, text: string];
}

const BRAND = ["SLUG", "The brand. Without it, the default brand."] as const;

/** The commands by name. A command reads its arguments by its entry. */
export const COMMANDS = {
  activate: {
    summary: "Makes an earlier bundle the current one.",
    positional: ["HASH"],
    options: {
      brand: ["SLUG", "The brand."],
      out: ["DIR", "The folder of the bundles. Without it, BUNDLES_DIR, or else .bundles."],
    },
    example: ["activate --brand harbor 3f2a91", "The gateway serves the bundle whose hash begins with 3f2a91."],
  },
  build: {
    summary: "Compiles, proves and writes the bundle that a running gateway serves.",
    options: { brand: ["SLUG", "The brand."], out: ["DIR", "The folder of the bundles."] },
    flags: { all: "Every brand.", unproven: "Writes the bundle without a proof, for development: only `npm run dev` serves it." },
    example: ["build --brand harbor --out .bundles", "Writes the bundle of the brand harbor and makes it the current one."],
  },
  check: {
    summary: "Reports everything that is wrong with the definitions.",
    options: {
      brand: ["SLUG", "One brand. Without it, every brand."],
      format: ["FORMAT", "text (the default), json, or github (annotations of a workflow)."],
      shard: ["I/N", "Only the I-th of N parts of the brands, in this process: for several machines."],
      explain: ["RULE", "Prints the page of a rule instead: what it finds and how to fix it."],
    },
    flags: { all: "Every brand, as without --brand." },
    example: ["check --brand juniper", "Prints each problem as file:line:column  severity  rule  message."],
  },
  coverage: {
    summary:
      "Prints which parts of the definitions the scenarios and the paths of the proof cover: screens, links, actions, outcomes, texts, decisions, conditions.",
    options: { brand: BRAND, format: ["FORMAT", "text (the default) or json."] },
    flags: { write: "Adds the shortest scenarios that it finds for what is not covered: read them before you commit them." },
    example: ["coverage", "Prints what no scenario covers; the last line is the sum."],
  },
  diff: {
    summary: "Prints what differs between two brands or two git revisions.",
    positional: ["A", "B"],
    options: { brand: ["SLUG", "The brand to compare in two revisions."], format: ["FORMAT", "text (the default) or json."] },
    example: ["diff harbor juniper", "Prints which depositors the two brands treat differently, and which texts differ."],
  },
  docs: {
    summary: "Writes the documents that are generated from the sources.",
    flags: { check: "Writes nothing; exit code 1 when a document is not current." },
    example: ["docs --check", "Prints the documents that are not current."],
  },
  explain: {
    summary: "Prints why a depositor reaches a screen: each guard and each of its parts.",
    positional: ["[PATH]"],
    options: {
      brand: BRAND,
      persona: ["NAME", "A depositor of flows/personas. Without it, the command reads one JSON line from stdin."],
      decide: ["DECISION", "With --persona: explains a decision instead of a path."],
    },
    example: ["explain --persona active /deposit", "Prints why an active depositor who opens /deposit sees it."],
  },
  graph: {
    summary: "Prints the map of the screens and the transitions between them.",
    options: {
      brand: BRAND,
      journey: ["NAME", "Only the screens of one journey, and what leads into it and out of it."],
      format: ["FORMAT", "mermaid (the default), svg or json."],
    },
    example: ["graph --journey registration", "Prints the map of registration as mermaid."],
  },
  migrate: {
    summary: "Rewrites files of language 1 to language 2, in place.",
    options: { brand: ["SLUG", "The base and one brand. Without it, every brand."] },
    flags: { all: "Every brand, as without --brand." },
    example: ["migrate --brand juniper", "Rewrites the base and the overlay of the brand juniper, and prints the files."],
  },
  mutate: {
    summary: "Makes small faults in the definitions and reports those that neither the checker nor the scenarios find.",
    options: {
      brand: BRAND,
      only: ["KIND", "One of the kinds of faults below."],
      file: ["FILE", "One file, such as flows/auth.flow.json."],
      limit: ["N", "The number of faults. Without it, 1000, taken from each kind in turn."],
      again: ["FILE", "Only the faults that were not found in an earlier run, whose --format json is in this file."],
      timeout: ["SECONDS", "How long the proof of one fault may take before the fault is reported as not found. Without it, 120."],
      jobs: ["N", "How many processes run at once. Without it, one for each processor."],
      shard: ["I/N", "Only the I-th of N parts, in this process: for several machines."],
      format: ["FORMAT", "text (the default) or json."],
    },
    flags: { quick: "Leaves out the proof: only the compiler and the scenarios look for the faults." },
    lists: { "Kinds of faults, the most dangerous first": KINDS },
    example: ["mutate --only guard", "Prints the guards that could be left out without a finding; the last line is the score."],
  },
  resolve: {
    summary: "Reads JSON lines from stdin and prints the screen that each depositor sees.",
    options: { brand: BRAND },
    example: [
      `resolve <<< '{"state": {}, "location": {"pathname": "/", "search": "", "state": null}}'`,
      "Prints path, screen, title and redirects for a visitor at /.",
    ],
  },
  snapshot: {
    summary: "Compares the resolved screens with the committed snapshots.",
    options: { screen: ["ID", "One screen. Without it, every screen."] },
    flags: { update: "Writes the snapshots that differ, and the predicates that personas do not list." },
    example: ["snapshot --screen registration.address", "Prints how that page differs from its snapshots."],
  },
  test: {
    summary: "Runs the scenarios of flows/scenarios: what depositors do, and what they must see.",
    positional: ["[SCENARIO...]"],
    options: {
      brand: ["SLUG", "One brand. Without it, every brand."],
      shard: ["I/N", "Only the I-th of N parts of the brands, in this process: for several machines."],
      format: ["FORMAT", "text (the default), json, junit, or github (annotations of a workflow)."],
      at: ["URL", "With --browser: where the product runs. Without it, http://localhost:3000 (npm start)."],
    },
    flags: {
      browser: "Also plays them in Chromium, in the pages of the running product, and compares each page with the run without a browser.",
      watch: "Runs them again after each change, until Ctrl+C.",
      record: "Adds to each step what it changes: calls, state, messages, and each screen when it is first shown.",
      update:
        "Writes what is seen in place of what is expected, and the differences of each brand: read what changed before you commit it.",
    },
    example: ["test sign-in.json", "Runs the scenarios of one file; a part of a title selects as well."],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
};

/** Columns of a line of names. */
const WIDTH = 100;

/** Names in lines of a limited width; a name with a space is quoted, as a shell needs it. */
function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = `${name.includes(" ") ? `"${name}"` : name}${index < names.length - 1 ? "," : ""}`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= WIDTH) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(`  ${text}`);
  }
  return lines;
}

/** The text that `flows` alone and `flows --help` print. */
export function commandList(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]): [string, string] => [name, summary]);
  return ["Usage: npm run flows -- COMMAND [--help]", "", ...columns(rows), "", EXIT_CODES, ""].join("\n");
}

const EXIT_CODES =
  "Exit code: 0 done and nothing wrong, 1 the flows or the scenarios have errors, 2 wrong usage or a file that can't be used.";

/** The text that `flows COMMAND --help` prints. */
export function commandHelp(name: CommandName): string {
  const { summary, positional = [], options = {}, flags = {}, lists = {}, example }: CommandHelp = COMMANDS[name];
  const optional = Object.keys(options).length + Object.keys(flags).length > 0 ? ["[OPTIONS]"] : [];
  const rows = [
    ...Object.entries(options).map(([option, [value, text]]): [string, string] => [`--${option} ${value}`, text]),
    ...Object.entries(flags).map(([flag, text]): [string, string] => [`--${flag}`, text]),
    ["--help", "Prints this."] as [string, string],
  ];
  return [
    summary,
    "",
    `Usage: npm run flows -- ${[name, ...optional, ...positional].join(" ")}`,
    "",
    "Options:",
    ...columns(rows),
    "",
    ...Object.entries(lists).flatMap(([title, names]) => [`${title}:`, ...wrapped(names), ""]),
    "Example:",
    `  npm run flows -- ${example[0]}`,
    `  ${example[1]}`,
    "",
  ].join("\n");
}
