/** Tests that no text that depositors, testers and integrators read uses a phrase that the wording guide replaces. */
import ts from "@typescript/typescript6";
import { describe, expect, it } from "vitest";
import { filesBelow, parse, readText } from "../support/sources.js";

const { phrases, exempt } = JSON.parse(readText("tests/flows/wording.json")) as {
  readonly phrases: Readonly<Record<string, string>>;
  readonly exempt: Readonly<Record<string, string>>;
};

/** One piece of text of a file, and the line on which it starts. */
interface Copy {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const straight = (text: string): string => text.replaceAll("’", "'").toLowerCase();
const escaped = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PATTERNS = Object.keys(phrases).map((phrase) => [phrase, new RegExp(`(?<![\\w-])${escaped(straight(phrase))}(?![\\w-])`)] as const);

/** One line for each replaced phrase of a text, with its location and its replacement. */
function replacedPhrases({ file, line, text }: Copy): readonly string[] {
  const free = Object.keys(exempt).reduce((rest, exact) => rest.replaceAll(straight(exact), ""), straight(text));
  return PATTERNS.filter(([, pattern]) => pattern.test(free)).map(
    ([phrase]) => `${file}:${line}: "${phrase}", write instead: ${phrases[phrase]}`,
  );
}

/** Members of a flow whose texts authors and reviewers read, not depositors. */
const FOR_AUTHORS = /"(description|reason|\$schema)":\s*"(?:[^"\\]|\\.)*"/g;
const HIDDEN_FLOW_FILES = /^flows\/(rules|personas)\/|\/brand\.json$|^flows\/(invariants|predicates|decisions)\.json$/;

/** String values of a JSON file; the formatter keeps each on one line. */
function copyOfJson(file: string): readonly Copy[] {
  return readText(file)
    .split("\n")
    .flatMap((source, index) => {
      const strings = [...source.replace(FOR_AUTHORS, "").matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].filter(
        ([, , colon]) => colon === undefined,
      );
      return strings.map(([, text = ""]) => ({ file, line: index + 1, text: text.replaceAll("\\n", " ") }));
    });
}

/** String literals and the fixed parts of templates; comments, imports and object keys are not copy. */
function copyOfScript(file: string): readonly Copy[] {
  const source = parse(file, readText(file));
  const found: Copy[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const copyOfPage = (file: string): readonly Copy[] =>
  readText(file)
    .split("\n")
    .map((text, index) => ({ file, line: index + 1, text: text.replace(/<!--.*?-->/g, "") }));

const READERS: readonly (readonly [pattern: RegExp, read: (file: string) => readonly Copy[]])[] = [
  [/^flows\/.*\.json$/, copyOfJson],
  [/^gateway\/sandbox\/data\/.*\.json$/, copyOfJson],
  [/^gateway\/.*\.(ts|js)$/, copyOfScript],
  [/^gateway\/.*\.html$/, copyOfPage],
];

const files = [...filesBelow("flows"), ...filesBelow("gateway")].filter((file) => !HIDDEN_FLOW_FILES.test(file));
const copyOf = (file: string): readonly Copy[] => READERS.find(([pattern]) => pattern.test(file))?.[1](file) ?? [];
/** A text of one word is an identifier or a status value of the specification, such as `Cancelled`. */
const copy = files.flatMap(copyOf).filter(({ text }) => /\s/.test(text.trim()));

describe("user-facing copy", () => {
  it("uses no phrase that the wording guide replaces", () => {
    expect(copy.flatMap(replacedPhrases)).toEqual([]);
  });

  it("is read from flows, overlays, the gateway, the sandbox's data and its pages", () => {
    const read = new Set(copy.map(({ file }) => file));
    for (const file of [
      "flows/app.flow.json",
      "flows/outcomes.json",
      "flows/brands/juniper/overlay.json",
      "gateway/upstream/errors.ts",
      "gateway/sandbox/data/faqs.json",
      "gateway/sandbox/pages/sandbox.html",
      "gateway/sandbox/pages/sandbox.js",
    ])
      expect(read).toContain(file);
    expect(copy.length).toBeGreaterThan(1000);
  });
});

describe("a replaced phrase", () => {
  const at = (text: string): readonly string[] => replacedPhrases({ file: "flows/x.flow.json", line: 7, text });

  it("is reported with file, line and replacement", () => {
    expect(at("What you typed is still here.")).toEqual([
      'flows/x.flow.json:7: "what you typed", write instead: your entries, or: what you entered',
    ]);
  });

  it("is found in any case and with any apostrophes, as a whole word only", () => {
    expect(at("Please TICK it.")).toHaveLength(1);
    expect(at("The bank’s answer could not be read.")).toHaveLength(1);
    expect(at("Your support ticket; ongoing work.")).toEqual([]);
  });

  it.each(Object.keys(exempt))("is allowed in the fixed text “%s”, and nowhere else", (exact) => {
    expect(at(exact)).toEqual([]);
    expect(at(`${exact} You cancelled it.`)).toHaveLength(1);
  });
});
