/** Exports the steps of a tutorial: the fenced blocks that name a file, applied one after another to a copy of the sources. */
import type { FlowSource } from "../../src/language/source.js";
import { readText } from "./sources.js";

/**
 * One block of a tutorial: `json flows/x.json`. After the file, `instead` marks an alternative to the step before, and
 * `refused-by RULE...` a change that the checker refuses; neither is kept.
 */
export interface TutorialStep {
  readonly language: string;
  readonly file: string;
  readonly text: string;
  readonly kind: "step" | "instead" | "refused";
  /** The rules that refuse the change; none for a step of the tutorial. */
  readonly refusedBy: readonly string[];
}

export function tutorialSteps(document: string): readonly TutorialStep[] {
  const blocks = readText(document).matchAll(/^```(\w+) (\S+)(?: (instead)| refused-by ([\w -]+))?\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = "", file = "", instead, rules, text = ""]) => ({
    language,
    file,
    text,
    kind: instead !== undefined ? "instead" : rules !== undefined ? "refused" : "step",
    refusedBy: rules?.split(" ") ?? [],
  }));
}

/** The source with a step: JSON is merged into the file, other text is added at its end. */
export function withStep(source: FlowSource, { language, file, text }: TutorialStep): FlowSource {
  const before = source.files.get(file);
  const after =
    language === "json"
      ? `${JSON.stringify(merged(before === undefined ? {} : JSON.parse(before), JSON.parse(text)), null, 2)}\n`
      : `${before === undefined ? "" : `${before}\n`}${text}`;
  return { files: new Map([...source.files, [file, after]]) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The base with the additions: objects are merged, other values replaced. `null` is a value. */
function merged(base: unknown, addition: unknown): unknown {
  if (!isObject(base) || !isObject(addition)) return addition;
  return { ...base, ...Object.fromEntries(Object.entries(addition).map(([key, value]) => [key, merged(base[key], value)])) };
}
