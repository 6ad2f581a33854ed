/** The examples of `flows/rules/*.md`: each is a merge patch over a small definition in which nothing is wrong. */
import { readdirSync, readFileSync } from "node:fs";
import { compile } from "../../src/compiler/compile.js";
import type { Problem } from "../../src/language/problems.js";
import type { FlowSource } from "../../src/language/source.js";
import { prove } from "../../src/verifier/prove.js";
import { APP, FLOW, smallSource } from "../support/small-flows.js";

/** A rule's page, taken apart. */
export interface RulePage {
  readonly rule: string;
  readonly severity: string;
  /** Files of the definition, patched: JSON is merged, anything else is put in its place. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly headings: readonly string[];
}

const FOLDER = "flows/rules";

export function rulePages(): readonly RulePage[] {
  return readdirSync(FOLDER)
    .filter((file) => file !== "README.md")
    .sort()
    .map((file) => {
      const text = readFileSync(`${FOLDER}/${file}`, "utf8");
      const [, rule = "", severity = ""] = /^# ([a-z-]+)\n\n\*\*(error|warning)\.\*\* /.exec(text) ?? [];
      if (`${rule}.md` !== file) throw new Error(`${FOLDER}/${file} does not begin with its rule and severity`);
      const example = /```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "null";
      return {
        rule,
        severity,
        example: JSON.parse(example) as RulePage["example"],
        message: /```text\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "",
        headings: [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading),
      };
    });
}

const { login, page, away } = FLOW.screens;
const { hello, form } = login.body.items as Readonly<Record<string, object>>;

/** The definition that the examples change: nothing is wrong with it. */
const SOUND: FlowSource = smallSource({
  "flows/app.flow.json": { ...APP, fallback: "/away" },
  "flows/decisions.json": {
    language: 2,
    decisions: {
      logo: { description: "Where the logo leads.", rows: { in: { when: "mine", go: "/page" }, out: { go: "/" } } },
    },
  },
  "flows/start.flow.json": {
    ...FLOW,
    screens: {
      login: {
        ...login,
        body: {
          ...login.body,
          items: {
            hello: {
              ...hello,
              markdown: { text: "Hello **{name}**, [go on](/away).", values: { name: { var: "data.profile.first_name" } } },
            },
            form,
          },
        },
      },
      page: { ...page, end: { reason: "All that there is." } },
      away: { ...away, end: { reason: "There is nothing here." } },
    },
  },
  "flows/outcomes.json": {
    language: 2,
    common: { network: { message: "The bank could not be reached." } },
    operations: {
      Login: {
        ok: { in: { description: "Signed in.", becomes: { "auth.bearerToken": [{ any: "text" }], progress: [null] } } },
        failures: { "422.locked": { message: "Locked." } },
      },
      Progress: {
        ok: { read: { description: "Read.", becomes: { "progress.extended_status": [null, "HOLD"] } } },
        failures: {},
      },
      Profile: { ok: { read: { description: "Read.", becomes: {} } }, failures: {} },
    },
  },
  "flows/invariants.json": {
    language: 2,
    invariants: { signedIn: { description: "The page is for those who are signed in.", screens: ["page"], require: "loggedIn" } },
  },
});

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7396. */
function merged(base: unknown, patch: unknown): unknown {
  if (!isNode(patch)) return patch;
  const result: Record<string, unknown> = isNode(base) ? { ...base } : {};
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete result[key];
    else result[key] = merged(result[key], part);
  }
  return result;
}

/** Everything that `flows check` finds with an example in place. */
export function foundIn(example: RulePage["example"]): readonly Problem[] {
  const files = new Map(SOUND.files);
  // "brand" names the brand that is asked for; everything else is a file.
  const { brand, ...patches } = example;
  for (const [file, patch] of Object.entries(patches)) {
    if (patch === null) files.delete(file);
    else if (typeof patch === "string") files.set(file, patch);
    else files.set(file, `${JSON.stringify(merged(JSON.parse(files.get(file) ?? "{}"), patch), null, 2)}\n`);
  }
  const source = { files };
  const asked = [...files.keys()].some((file) => file.startsWith("flows/brands/second/")) ? "second" : "first";
  const slug = typeof brand === "string" ? brand : asked;
  const { bundle, problems } = compile(source, slug);
  return bundle === null ? problems : [...problems, ...prove(source, slug, bundle, compile).problems];
}
