/** Exports a small definition in memory for tests of the compiler: the product's language and state schema, with few flows. */

import { compile } from "../../src/compiler/compile.js";
import type { Problem } from "../../src/language/problems.js";
import { type Finding, problemAt } from "../../src/language/problems.js";
import type { FlowSource } from "../../src/language/source.js";
import { filesBelow, readText } from "./sources.js";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const ordered = (items: Readonly<Record<string, unknown>>) => ({ items });
const body = (items: Readonly<Record<string, unknown>> = {}) => ordered(items);
const screen = (path: string | readonly string[], more: Readonly<Record<string, unknown>> = {}) => ({
  path,
  title: "A page",
  shell: "plain",
  guard: true,
  body: body(),
  ...more,
});

/** The names that the language's schema requires of the app. */
function owned(keyword: "chrome" | "durations" | "events" | "texts"): Readonly<Record<string, unknown>> {
  const schema = JSON.parse(readText("schemas/app.schema.json")) as {
    readonly properties: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { readonly examples: readonly unknown[] }>> }>
    >;
  };
  return Object.fromEntries(
    Object.entries(schema.properties[keyword]?.properties ?? {}).map(([name, { examples }]) => [name, examples[0]]),
  );
}

/** The small flows have no message center, and stay on a stale screen. */
const APP_EVENTS = {
  ...owned("events"),
  logout: { then: { go: "/" } },
  contact: { then: { go: "/" } },
  staleScreen: { then: { silent: true } },
};

export const APP = {
  language: 2,
  durations: { short: "PT1S", ...owned("durations") },
  polls: { often: { first: "PT1S", factor: 2, max: "PT4S", limit: "PT1M" } },
  gates: { held: { when: "onHold", go: "/away" } },
  fallback: { items: { first: { when: { "!": "loggedIn" }, go: "/" }, else: { go: "/away" } } },
  failures: { "*": { notify: { message: { var: "error.message" }, severity: "error" } } },
  events: APP_EVENTS,
  actions: { leave: { then: { go: "/" } } },
  loads: { progress: { query: "Progress", when: "loggedIn" } },
  startPages: { login: "/" },
  formats: JSON.parse(readText("flows/app.flow.json")).formats as object,
  shells: { plain: { width: "narrow" } },
  stages: ordered({ one: { label: "One", from: 0, to: 100 } }),
  navigation: ordered({ home: { path: "/", label: "Home", icon: "home" } }),
  chrome: owned("chrome"),
  texts: owned("texts"),
  logoDecision: "logo",
  monitors: { token: { when: "loggedIn", kind: "interval", wait: "short", action: "leave" } },
};

export const PREDICATES = {
  language: 2,
  predicates: {
    loggedIn: { description: "A marker is there.", logic: { "!!": { var: "auth.bearerToken" } } },
    onHold: { description: "On hold.", logic: { "==": [{ var: "progress.extended_status" }, "HOLD"] } },
    mine: { description: "Signed in and not held.", logic: { and: ["loggedIn", { "!": "onHold" }] } },
  },
};

export const DECISIONS = {
  language: 2,
  decisions: {
    logo: { description: "The target of the logo.", rows: { in: { when: "loggedIn", go: "/page" }, out: { go: "/" } } },
  },
};

export const FLOW = {
  language: 2,
  journey: "start",
  screens: {
    login: screen(["/", "/login"], {
      data: { profile: { query: "Profile" } },
      actions: {
        save: { call: "Login", with: { input: { var: "form" } }, on: { ok: { go: "/page" } } },
        stay: { then: { set: { "auth.resetEmail": null } } },
      },
      body: body({
        hello: {
          block: "text",
          markdown: { text: "Hello **{name}**, [go on](/page).", values: { name: { var: "data.profile.first_name" } } },
        },
        form: {
          block: "form",
          schema: "forms/credentials.json",
          submit: "save",
          submitLabel: "Log in",
          controls: ordered({ stay: { label: "Stay", action: "stay" } }),
          fields: ordered({
            email: {
              label: "Email",
              widget: "email",
              autocomplete: "username",
              errors: { required: "Enter your email.", format: "Like name@example.com." },
            },
            password: {
              label: "Password",
              widget: "password",
              autocomplete: "current-password",
              errors: { required: "Enter your password.", minLength: "Enter your password." },
            },
          }),
        },
      }),
    }),
    page: screen("/page", { guard: "mine", gates: ["held"], title: { text: "Page of {who}", values: { who: { var: "auth.email" } } } }),
    away: screen(["/away", "*"], {
      actions: { again: { then: { refetch: ["progress"] } } },
      timers: { again: { every: "often", until: { "==": [{ var: "progress.extended_status" }, "HOLD"] }, action: "again" } },
    }),
  },
};

export const BRAND = {
  language: 2,
  slug: "first",
  name: "First Bank",
  short_name: "First",
  default: true,
  hosts: [],
  link_restriction: "UNRESTRICTED",
  features: {},
  locale: "en-US",
  dark_scheme: true,
  emails: { support: "support@first.example" },
  show_fdic: true,
  color_primary: "#1a1a1a",
  color_secondary: "#575757",
  font: "Lato",
  logos: {},
};

/** Another institution. */
export const SECOND_BRAND = {
  ...BRAND,
  slug: "second",
  name: "Second Bank",
  short_name: "Second",
  default: false,
  emails: { support: "support@second.example" },
};

export const LOGIN_SCHEMA = {
  $id: "forms/credentials.json",
  type: "object",
  additionalProperties: false,
  required: ["email", "password"],
  properties: { email: { type: "string", format: "email" }, password: { type: "string", minLength: 1 } },
};

export const OPERATIONS = `query Progress { progress { first_name is_primary depositor_id registration_status registration_last_step extended_status } }
query Profile { profile { first_name } }
mutation Login($input: LoginInput!) { login(input: $input) { auth {
  email bearerToken session_id phone nonceToken mfa mfaRequired loginSuccess relink expiresAt attestedAt
} } }
`;

const language = filesBelow("schemas").filter((file) => /^schemas\/(?:(?!overlay\.)[a-z-]+\.schema|blocks\/[a-z-]+)\.json$/.test(file));
const shared = [...language, "gateway/schema.graphql"].map((file) => [file, readText(file)] as const);

/** The state schema of the product. Tests need not read any of it; they may read each field of two slices, which queries select. */
const STATE = ["progress", "auth"].reduce(
  (text, slice) => text.replace(`"${slice}": {`, `"${slice}": { "x-read": "The tests.",`),
  readText("schemas/state.schema.json").replace("{", '{ "x-read": "The tests.",'),
);

/** The semantic types that the state schema and the gateway's schema name, without the words that give values a type. */
const SEMANTICS = {
  language: 2,
  types: Object.fromEntries(
    [
      ...`${readText("schemas/state.schema.json")}${readText("gateway/schema.graphql")}`.matchAll(/semantics(?:": |\(type: )"([^"]+)"/g),
    ].map(([, name = ""]) => [name, { description: "A meaning." }] as const),
  ),
};

/** The small source with some of its files replaced (text, JSON) or taken away (null). */
export function smallSource(changes: Readonly<Record<string, unknown>> = {}): FlowSource {
  const files = new Map<string, string>([
    ...shared,
    ["schemas/state.schema.json", STATE],
    ["flows/app.flow.json", json(APP)],
    ["flows/predicates.json", json(PREDICATES)],
    ["flows/decisions.json", json(DECISIONS)],
    ["flows/start.flow.json", json(FLOW)],
    ["flows/start.graphql", OPERATIONS],
    ["flows/semantics.json", json(SEMANTICS)],
    ["flows/invariants.json", json({ language: 2, invariants: {} })],
    ["flows/brands/first/brand.json", json(BRAND)],
    ["schemas/forms/credentials.json", json(LOGIN_SCHEMA)],
  ]);
  for (const [file, content] of Object.entries(changes)) {
    if (content === null) files.delete(file);
    else files.set(file, typeof content === "string" ? content : json(content));
  }
  return { files };
}

/** The problem of a finding at the first occurrence of `mark` in a file (`after`: counted from the end of another text). */
export function at(source: FlowSource, file: string, mark: string, finding: Finding, after = ""): Problem {
  const text = source.files.get(file) ?? "";
  const from = after === "" ? 0 : text.indexOf(after) + after.length;
  const offset = text.indexOf(mark, from);
  if (offset < 0 || from < after.length) throw new Error(`${file} does not hold ${mark} after ${after}`);
  const before = text.slice(0, offset).split("\n");
  return problemAt({ file, line: before.length, column: (before.at(-1) ?? "").length + 1 }, finding);
}

export function problemsOf(changes: Readonly<Record<string, unknown>>, slug = "first"): readonly Problem[] {
  return compile(smallSource(changes), slug).problems;
}

/** The flow with one screen changed. */
export function withScreen(id: keyof typeof FLOW.screens, more: Readonly<Record<string, unknown>>) {
  return { "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, [id]: { ...FLOW.screens[id], ...more } } } };
}

/** The keywords of an effect, of which an effect has at least one, in the order of the findings. */
export const EFFECT_KEYWORDS: readonly string[] = [
  "set",
  "reset",
  "discard",
  "refetch",
  "fieldErrors",
  "notify",
  "notifyError",
  "download",
  "openProvider",
  "go",
  "decide",
  "silent",
];
