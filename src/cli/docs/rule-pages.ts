/** Exports the page of a rule and the index of all rules, from the registry, for `flows docs` and `flows check --explain`. */
import { CATEGORIES, isCompilerRule, RULES, type RuleId } from "../../language/rules/registry.js";
import { REPLACED_RULES } from "../../language/rules/replaced.js";
import type { RuleEntry } from "../../language/rules/rule.js";
import type { Document } from "./document.js";

/** The folder of the pages; `flows docs` removes every other page. */
export const RULES_FOLDER = "flows/rules";

/** The path of the rule's page from the repository's root. */
export function pageOf(rule: RuleId): string {
  return `${RULES_FOLDER}/${rule}.md`;
}

const NOT_WAIVABLE: Readonly<Record<RuleEntry["severity"], string>> = {
  error: "A waiver cannot accept it.",
  warning: "It is a warning: it does not fail the check, and a waiver cannot accept it.",
  note: "It is a note: it does not fail the check, and a waiver cannot accept it.",
};

/** How a waiver accepts a finding of a rule. */
function waiverText(rule: RuleId): string {
  const { severity, waivable } = RULES[rule];
  if (!waivable) return NOT_WAIVABLE[severity];
  const waiver = `\`"waivers": [{ "rule": "${rule}", "reason": ... }]\``;
  return isCompilerRule(rule)
    ? `With ${waiver} on the field, the form, the action or the screen; the nearest applies. It has no \`when\`, because the data that a depositor enters is not part of their state.`
    : `With ${waiver} on the screen, the predicate or the row of a decision, or in \`app.flow.json\`. \`when\` limits it to the depositors of a predicate. The reason says which requirement needs it.`;
}

/** The Markdown page of a rule. */
export function rulePage(rule: RuleId): string {
  const { severity, finds, fix, examples } = RULES[rule];
  const shown = examples.flatMap(({ patch, message }, index) => [
    ...(examples.length === 1 ? [] : [`### Example ${index + 1}`, ""]),
    ...["```json", JSON.stringify(patch, null, 2), "```", "", "```text", message, "```", ""],
  ]);
  return [
    `# ${rule}`,
    "",
    `**${severity}.** ${finds}`,
    "",
    "## How to fix it",
    "",
    fix,
    "",
    "## Waivers",
    "",
    waiverText(rule),
    "",
    ...(examples.length === 0 ? [] : [examples.length === 1 ? "## Example" : "## Examples", "", ...shown]),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

function indexPage(): string {
  const tables = CATEGORIES.flatMap(({ title, rules }) => [
    `## ${title}`,
    "",
    "| rule | severity | finds |",
    "|---|---|---|",
    ...rules.map((rule) => `| [${rule}](${rule}.md) | ${RULES[rule].severity} | ${RULES[rule].finds} |`),
    "",
  ]);
  return `${INTRODUCTION}\n${tables.join("\n")}\n${earlierIds()}`;
}

/** The present rule for each earlier id. */
function earlierIds(): string {
  const of = (rule: RuleId): string =>
    Object.entries(REPLACED_RULES)
      .flatMap(([earlier, now]) => (now === rule ? [`\`${earlier}\``] : []))
      .sort()
      .join(", ");
  const rows = CATEGORIES.flatMap(({ rules }) =>
    rules.filter((rule) => of(rule) !== "").map((rule) => `| [${rule}](${rule}.md) | ${of(rule)} |`),
  );
  return `## Earlier ids

Rules that language 1 had under other ids, and the rule that reports their findings now. \`flows check --explain\` takes an earlier id, too. Every other rule of language 1 has kept its id, so no finding of language 1 is without a rule. \`redundant-order\`, about an \`order\` that equals the order of the keys, existed while language 2 was written; it is harmless and no longer reported.

| rule | earlier ids |
|---|---|
${rows.join("\n")}
`;
}

const INTRODUCTION = `# Rules of \`flows check\`

\`flows check\` has ${Object.keys(RULES).length} rules. Each page says what the rule finds, how to fix it, whether a waiver can accept it, and shows an example. An \`error\` fails the check; a \`warning\` and a \`note\` do not. \`flows check --explain RULE\` prints a page. \`flows docs\` generates these pages from \`src/language/rules\`.

An example is a merge patch over a small definition (\`tests/rules/rule-examples.ts\`), by file; \`null\` removes. The tests compile and prove every example and compare its message.

## Parts of a finding

\`flows check\` prints one line for each finding; \`--format json\` prints its parts, \`--format github\` prints annotations of a pull request. Errors come first, in the order of these categories: a finding in an early one can cause those in later ones. A finding that follows from another one is printed below it, and one unknown name is one finding with all its places, and so is what is wrong in a named value: its place is where the value is written.

| part | contents |
|---|---|
| \`file\`, \`line\`, \`column\`, \`endLine\`, \`endColumn\` | the place and its end (the column after the last one); for a key, the whole entry |
| \`see\` | the other places that cause the finding, in the base and in the overlay, and the uses of a named value |
| \`consequences\` | the findings that follow from this one; they go when it is fixed |
| \`shown\` | the smallest depositor of the finding, as input of \`flows resolve\` and \`flows explain\` |
| \`path\` | the steps from a start to that depositor; the engine performed each of them. Where no step of the flows leads there, the last step is an address that the depositor types. A finding without \`path\` has no known path, and its message says so |

## Waivers

\`"waivers": [{ "rule": "...", "reason": "..." }]\` accepts findings of the screen, predicate or decision row at which it is written. A finding about a form can also be accepted at the form, the field or the action. For findings of the proof, \`when\` limits the waiver to the depositors of a predicate. A waiver without a finding is the finding [waiver-stale](waiver-stale.md).
`;

/** The index and the page of every rule. */
export function ruleDocuments(): readonly Document[] {
  const ids = CATEGORIES.flatMap(({ rules }) => rules);
  return [{ path: `${RULES_FOLDER}/README.md`, text: indexPage() }, ...ids.map((rule) => ({ path: pageOf(rule), text: rulePage(rule) }))];
}
