/** Exports `flows check`: reports every finding about the definitions of one brand or of all. */
import { brands, compile } from "../compiler/compile.js";
import { withExtents } from "../language/problem-extents.js";
import { rootsFirst, withConsequences } from "../language/problem-order.js";
import type { Problem } from "../language/problems.js";
import { isRule, RULES } from "../language/rules/registry.js";
import { REPLACED_RULES } from "../language/rules/replaced.js";
import type { Severity } from "../language/rules/rule.js";
import type { FlowSource } from "../language/source.js";
import { nearest, noSuch } from "../language/suggest.js";
import { parseArguments } from "./arguments.js";
import { problemLine } from "./brand-bundle.js";
import { checkBrands } from "./check-brands.js";
import { type CheckedBrand, errorsOf } from "./checked-brand.js";
import { COMMANDS } from "./commands.js";
import { pageOf, rulePage } from "./docs/rule-pages.js";
import { type Io, Usage } from "./io.js";
import { readPersonaFiles } from "./persona-files.js";
import { missingPredicates, wrongPredicates } from "./persona-predicates.js";
import { shardOf } from "./shard.js";
import { readSource } from "./source-files.js";

/** The commands of a GitHub workflow. */
const ANNOTATIONS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "notice" };

/** The formats of the findings. */
const FORMATS: Readonly<Record<string, (problems: readonly Problem[], io: Io) => Promise<void>>> = {
  text: async (problems, io) => {
    for (const problem of problems) {
      io.warn(problemLine(problem));
      for (const consequence of problem.consequences ?? []) io.warn(`    follows: ${problemLine(consequence)}`);
    }
    for (const rule of new Set(problems.flatMap(withConsequences).map((problem) => problem.rule))) io.warn(`${rule}: ${pageOf(rule)}`);
  },
  json: (problems, io) =>
    io.write(
      `${JSON.stringify(
        problems.map((problem) => ({
          ...withPage(problem),
          ...(problem.consequences === undefined ? {} : { consequences: problem.consequences.map(withPage) }),
        })),
        null,
        2,
      )}\n`,
    ),
  /** Annotations of a GitHub workflow. */
  github: async (problems, io) => {
    for (const problem of problems) {
      const { severity, rule, consequences = [] } = problem;
      const message = [problem.message, ...consequences.map((one) => `follows: ${problemLine(one)}`)].join("\n");
      const title = escapedProperty(rule);
      await io.write(`::${ANNOTATIONS[severity]} ${lineProperties(problem)},title=${title}::${escaped(`${message} (${pageOf(rule)})`)}\n`);
    }
  },
};

function withPage(problem: Problem): Problem & { readonly page: string } {
  return { ...problem, page: pageOf(problem.rule) };
}

/** GitHub supports columns only within one line. */
function lineProperties({ file, line, column, endLine = line, endColumn }: Problem): string {
  const at = `file=${escapedProperty(file)},line=${line}`;
  if (endLine !== line) return `${at},endLine=${endLine}`;
  return endColumn === undefined ? `${at},col=${column}` : `${at},col=${column},endColumn=${endColumn}`;
}

/** The escaped message of a workflow command. */
function escaped(message: string): string {
  return message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The escaped property of a workflow command, including the characters that end a property. */
function escapedProperty(value: string): string {
  return escaped(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Prints the page of a rule; of an id of language 1, the page of the rule that replaced it. */
async function explainRule(rule: string, io: Io): Promise<number> {
  const replaced = Object.hasOwn(REPLACED_RULES, rule) ? REPLACED_RULES[rule] : undefined;
  if (replaced !== undefined) {
    await io.write(`The rule "${rule}" of language 1 is part of "${replaced}" now.\n\n${rulePage(replaced)}`);
    return 0;
  }
  if (!isRule(rule)) {
    const near = nearest(rule, Object.keys(RULES));
    throw new Usage(
      `There is no rule "${rule}"${near === null ? "." : `; did you mean "${near}"?`} The rules are listed in flows/rules/README.md.`,
    );
  }
  await io.write(rulePage(rule));
  return 0;
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, flags } = parseArguments(args, COMMANDS.check);
  if (options.explain !== undefined) return explainRule(options.explain, io);
  const print = FORMATS[options.format ?? "text"];
  if (print === undefined) throw new Usage(`--format is one of ${Object.keys(FORMATS).join(", ")}.`);
  if (options.brand !== undefined && flags.has("all")) throw new Usage("check takes --brand SLUG or --all, not both.");
  const source = await readSource(io.root);
  const slugs = options.brand === undefined ? shardOf(brands(source), options.shard) : [options.brand];
  if (options.brand !== undefined && !brands(source).includes(options.brand))
    throw new Usage(noSuch("brand", options.brand, brands(source)));
  const checked = await checkBrands(source, slugs, options.shard === undefined ? io : { processors: 1 });
  const personas = await readPersonaFiles(io.root);
  const compiled = new Map(checked.flatMap(({ slug, core }) => (core === null ? [] : [[slug, core] as const])));
  const listed = inAll(checked.map((brand) => brand.problems));
  const found = rootsFirst([
    ...(options.brand === undefined ? listed : withoutUsedElsewhere(source, options.brand, listed)),
    ...neverMatched(checked),
    ...personas.problems,
    ...wrongPredicates(source, personas.written, compiled),
    ...missingPredicates(source, personas.written, compiled),
  ]);
  const problems = withExtents(source, found);
  await print(problems, io);
  for (const brand of checked) io.warn(verdictOf(brand));
  return errorsOf(problems).length > 0 ? 1 : 0;
}

/** The verdict about a brand: only a brand without an error is proven. */
function verdictOf({ slug, states, problems, leftOut, faulty }: CheckedBrand): string {
  if (states === null && faulty.length > 0)
    return `${slug}: checked, but not proven: all screens except ${faulty.join(", ")}. The proof needs the transitions of every screen: fix the errors above.`;
  if (states === null) return `${slug}: the proof did not run: nothing is proven until the errors above are fixed.`;
  if (errorsOf(problems).length > 0) return `${slug}: not proven: the errors above were found in ${states} state classes.`;
  const proven = `${slug}: proven for ${states} state classes, all that its predicates distinguish`;
  return leftOut === 0
    ? `${proven}.`
    : `${proven}, except for ${leftOut} unchecked ${leftOut === 1 ? "place that a waiver accepts" : "places that waivers accept"}.`;
}

/** The waivers of the base that match in none of the brands; a brand without a proof decides nothing. */
function neverMatched(checked: readonly CheckedBrand[]): readonly Problem[] {
  if (checked.some(({ states }) => states === null)) return [];
  const texts = checked.map(({ problems, unmatched }) => new Set([...problems, ...unmatched].map(problemLine)));
  const stale = checked.flatMap(({ unmatched }) => unmatched).filter((one) => texts.every((lines) => lines.has(problemLine(one))));
  const reported = new Set(checked.flatMap(({ problems }) => problems.map(problemLine)));
  return [...new Map(stale.map((one) => [problemLine(one), one])).values()].filter((one) => !reported.has(problemLine(one)));
}

/**
 * For one brand of several: without the warnings that something of the base is unused where the flows without the brand's overlay,
 * or another brand, use it.
 */
function withoutUsedElsewhere(source: FlowSource, slug: string, found: readonly Problem[]): readonly Problem[] {
  const isOfBase = ({ rule, file }: Problem): boolean => rule === "unused" && !isOfBrand(file);
  const others = brands(source).filter((other) => other !== slug);
  const withoutOverlay = new Map([...source.files].filter(([file]) => file !== `flows/brands/${slug}/overlay.json`));
  const elsewhere = [{ files: withoutOverlay, brand: slug }, ...others.map((brand) => ({ files: source.files, brand }))];
  let left = found;
  // Nearly always the first compilation leaves nothing to look for in the other brands.
  for (const { files, brand } of others.length === 0 ? [] : elsewhere) {
    if (!left.some(isOfBase)) break;
    const unused = new Set(compile({ files }, brand).problems.map(problemLine));
    left = left.filter((problem) => !isOfBase(problem) || unused.has(problemLine(problem)));
  }
  return left;
}

const isOfBrand = (file: string): boolean => file.startsWith("flows/brands/");

/** Every error, the warnings of a brand's own files, and those that all brands share: another brand may use a definition that one brand's overlay leaves unused. */
function inAll(byBrand: readonly (readonly Problem[])[]): Problem[] {
  const texts = byBrand.map((problems) => new Set(problems.map(problemLine)));
  return byBrand
    .flat()
    .filter(
      (problem) => problem.severity === "error" || isOfBrand(problem.file) || texts.every((lines) => lines.has(problemLine(problem))),
    );
}
