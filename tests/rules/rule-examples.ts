/** Exports `patched` and `foundIn`: a merge patch over a small definition without findings, and what `flows check` then finds, for the examples of the rules. */
import { compile } from "../../src/compiler/compile.js";
import type { Problem } from "../../src/language/problems.js";
import type { RuleExample } from "../../src/language/rules/rule.js";
import type { FlowSource } from "../../src/language/source.js";
import { prove } from "../../src/verifier/prove.js";
import { APP, FLOW, smallSource } from "../support/small-flows.js";

const { login, page, away } = FLOW.screens;
const { hello, form } = login.body.items as Readonly<Record<string, object>>;

/** The definition that the examples patch. */
const SOUND: FlowSource = smallSource({
  "flows/app.flow.json": { ...APP, fallback: "/away" },
  "flows/decisions.json": {
    language: 2,
    decisions: {
      logo: { description: "The target of the logo.", rows: { in: { when: "mine", go: "/page" }, out: { go: "/" } } },
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
        ok: { in: { description: "Signed in.", becomes: { "auth.bearerToken": [{ any: "text" }] } } },
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

/** The definition after a patch, and the brand to check. */
export function patched(patch: RuleExample["patch"]): { readonly source: FlowSource; readonly slug: string } {
  const files = new Map(SOUND.files);
  // "brand" names the brand to check; everything else is a file.
  const { brand, ...patches } = patch;
  for (const [file, part] of Object.entries(patches)) {
    if (part === null) files.delete(file);
    else if (typeof part === "string") files.set(file, part);
    else files.set(file, `${JSON.stringify(merged(JSON.parse(files.get(file) ?? "{}"), part), null, 2)}\n`);
  }
  const asked = [...files.keys()].some((file) => file.startsWith("flows/brands/second/")) ? "second" : "first";
  return { source: { files }, slug: typeof brand === "string" ? brand : asked };
}

/** Everything that `flows check` finds after a patch. */
export function foundIn(patch: RuleExample["patch"]): readonly Problem[] {
  const { source, slug } = patched(patch);
  const { bundle, problems } = compile(source, slug);
  return bundle === null ? problems : [...problems, ...prove(source, slug, bundle, compile).problems];
}
