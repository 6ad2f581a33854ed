/** Tests that the repository's files use standard terms, and none of the coined terms that the style guide replaces. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readText } from "./support/sources.js";

interface Term {
  /** Matches the text in lower case, in which the parts of a camelCase name are separate words. */
  readonly pattern: RegExp;
  readonly use: string;
  /** Only these files; without it, all. */
  readonly files?: RegExp;
}

const PROOF = /^(flows|schemas|src\/(language|compiler|engine|verifier|cli))\//;
const SCRIPTS = /\.(ts|tsx|js|mjs)$/;

const TERMS: readonly Term[] = [
  { pattern: /\b(stands?|stood|standing)\b/, use: "is, has; search node, status" },
  { pattern: /\b(un)?(tells|told|telling)\b/, use: "shows, reports; reported" },
  { pattern: /\b(deeds?|legs?)\b/, use: "event, request; step" },
  { pattern: /\bled\b|\bleads? (on|out|away|nowhere|them|some|whom?)\b/, use: "redirects to, goes to" },
  { pattern: /\b(interface|type|class|const|enum) ways?\b|"way"/, use: "path, trace, action" },
  { pattern: /\b(suspicions?|suspects?)\b/, use: "candidate finding" },
  { pattern: /\b(hoped|hopes)\b/, use: "optimistic" },
  { pattern: /(?<!\/)\bpromise[sd]?\b(?!<)/, use: "invariant", files: /^flows\/|^schemas\/|^src\/(compiler|verifier|engine)\// },
  { pattern: /\bkleene\b/, use: "evaluate, or validate, with three values" },
  { pattern: /\bjudg(es?|ed|ing|ements?|ments?)\b/, use: "evaluate, validate, check" },
  { pattern: /\b(sendings|sent on)\b/, use: "redirects, redirect target", files: PROOF },
  { pattern: /\b(forget|choose|minus|undone)\(/, use: "exists, ite, diff, preimage", files: /^src\/verifier\// },
  { pattern: /\b(worlds?|kinds of states?)\b/, use: "valuation; state classes", files: PROOF },
  { pattern: /\blift(s|ed)?\b/, use: "queryToState", files: /^(schemas|src\/(language|compiler|engine|cli))\// },
  { pattern: /\botherwise"?[:,)]/, use: "fallback, redirect", files: /^src\// },
  { pattern: /\b(overtaken|spent)\b/, use: "stale, consumed, exhausted" },
  { pattern: /\bkeepers?\b/, use: "persistence" },
  { pattern: /\b(interface|type|class) hands\b/, use: "Dependencies, or the port's name" },
  { pattern: /\b(interface|type|class) cell\b/, use: "observable value, store", files: /^src\/(state|runtime|api)\// },
  { pattern: /\b(held text|made under|wish(es)?)\b/, use: "DebouncedInput; request", files: SCRIPTS },
  { pattern: /(?<!cookie )\bjars?\b/, use: "cookie jar" },
  { pattern: /\bpapers\b|\bletters\b(?=["'}:,]| [=.])/, use: "documents, emails", files: /^gateway\/sandbox\/(?!pdf\/)/ },
  { pattern: /\bhouses?\b(?!:)/, use: "architecture, product, module" },
  { pattern: /\brooms?\b/, use: "module", files: /^tests\// },
  { pattern: /\b(offences?|errands?|sittings?)\b/, use: "violation, task, session" },
  { pattern: /\bcautions?\b/, use: "warnings" },
  { pattern: /\b(holds?|holding|held) (\S+ ){0,3}against\b/, use: "validates, compares with" },
  { pattern: /\bconst say\b|\bsay\(/, use: "translate, print", files: SCRIPTS },
  { pattern: /\b(interface|type|class) (move|leg|arrival|ground|keeper|writer|beyond)s?\b/, use: "transition, step, node, persistence" },
  { pattern: /\barrivals?\b/, use: "search node, configuration", files: /^src\/verifier\// },
  { pattern: /\bwriting[:=}]/, use: "input mask", files: /^src\/theme\// },
  {
    pattern:
      /\b(unknown|missing|conflicting|required|effect|short) words?\b|\bnot a word\b|\bwords? of (the|an?) (language|schema|poll|effect|block|screen|field|wizard|definitions?)\b/,
    use: "keyword; shorthand",
  },
  { pattern: /\blook-ups?\b/, use: "lookup" },
  { pattern: /\bregistration (bar|stepper)\b/, use: "progress bar" },
  { pattern: /\brun-time\b/, use: "runtime" },
  { pattern: /"(comes|untold)":|(x-kind": "|\$defs\/)words"/, use: "timing; unobservable; text", files: /^(schemas|src)\// },
  {
    pattern: /\b(interface|type|class|function|const) (asking|watching|standing)\b/,
    use: "ConfirmDialog, ActivityMonitors, PageStatus",
    files: /^src\//,
  },
  {
    pattern: /\b(interface|type|class) (before|after|open|choice of states)\b/,
    use: "preimage, image, free inputs",
    files: /^src\/verifier\//,
  },
  { pattern: /\b(interface|type|class|const) visit\b/, use: "request context", files: /^gateway\// },
  { pattern: /\be-mailed\b/, use: "email" },
  {
    pattern: /\b(knows? (that|how|what|which|about)|wants to|lives? (in|at|on)|speaks?|asks itself|is happy|believes?)\b/,
    use: "a verb of the field: has, contains, requires",
    files: /^(src|bench)\/.*\.(ts|tsx|mjs)$/,
  },
];

/** Files that may use a term, and why. */
const ALLOWED: readonly (readonly [file: RegExp, term: string, reason: string])[] = [
  [/^tests\/(terms\.test\.ts|flows\/wording\.json)$/, "", "They list replaced words."],
  [
    /^(src|tests)\/cli\/migration\/language-1|^src\/language\/rules\/replaced\.ts$/,
    "",
    "Words and rules of language 1, which the migration reads.",
  ],
  [/^flows\/rules\/README\.md$/, "caution", "Lists the earlier ids of rules."],
  [/^src\/language\/truth-values\.ts$/, "kleene", "Cites the source of the algorithm."],
  [/^flows\/DECISIONS\.md$/, "led", "Quotes the titles of findings about the specification."],
  [/upstream[^/]*\/|^gateway\/session\.ts$/, "jar", "`CookieJar` and its variables."],
  [/^gateway\/sandbox\/data\//, "", "Names of real organizations, and NACHA's explanations of return codes."],
];

/** Texts that depositors read, which the specification or a regulation words. */
const QUOTED = ["Your bank was told this wasn't authorized."];

/** Files that others wrote, or that hold no words: lock file, documents of a standard, snapshots of the product's own texts. */
const UNREAD = /^package-lock\.json$|^schemas\/api\/openapi\.json$|\.snap$|\.(png|pdf|ttf|woff2?|ico|svg)$/;

const words = (line: string): string =>
  QUOTED.reduce((rest, quoted) => rest.replaceAll(quoted, ""), line)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

function replacedTerms(file: string, text: string): readonly string[] {
  const terms = TERMS.filter(({ files }) => files === undefined || files.test(file));
  const allowed = ALLOWED.filter(([pattern]) => pattern.test(file)).map(([, term]) => term);
  return text.split("\n").flatMap((line, index) => {
    const read = words(line);
    return terms.flatMap(({ pattern, use }) => {
      const found = pattern.exec(read)?.[0];
      return found === undefined || allowed.some((term) => term === "" || term === found)
        ? []
        : [`${file}:${index + 1}: "${found}", use: ${use}`];
    });
  });
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !UNREAD.test(file));

describe("coined terms", () => {
  it("are in no file of the repository", () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((file) => replacedTerms(file, readText(file)))).toEqual([]);
  });

  it("are found in comments, names, messages and JSON", () => {
    const found = (text: string, file = "src/compiler/a.ts") => replacedTerms(file, text).map((line) => line.split('"')[1]);
    expect(found("/** The depositor stands at a step. */")).toEqual(["stands"]);
    expect(found("function toldAtOverlay() {}\nconst untold = 1;")).toEqual(["told", "untold"]);
    expect(found("const ledTo = kleene(x);")).toEqual(["led", "kleene"]);
    expect(found("interface Way {}\nconst by = 'the way';")).toEqual(["interface way"]);
    expect(found('{ "description": "Who is in review is told so." }', "flows/invariants.json")).toEqual(["told"]);
    expect(found("The promise of the invariant")).toEqual(["promise"]);
    expect(found("the promise.then(done)\nPromise.resolve()", "src/runtime/a.ts")).toEqual([]);
    expect(found("otherwise it fails\nconst otherwise: T")).toEqual(["otherwise:"]);
  });

  it("are allowed only where an allowed file has them", () => {
    const unused = ALLOWED.filter(([file]) => !files.some((one) => file.test(one)));
    expect(unused).toEqual([]);
  });
});
