/** Exports a minimal bundle for tests of the runtime alone. */
import { parse } from "@formatjs/icu-messageformat-parser";
import type { DepositorState } from "../../src/engine/events.js";
import type { BundleCore, BundleJourney, CompiledPredicate, ScreenContent, ScreenRoute, Text } from "../../src/language/bundle.js";
import type { Json, Value } from "../../src/language/definition.js";
import { FORMATS } from "./formats.js";

const at = { file: "flows/small.flow.json", line: 1, column: 1, layer: "base" } as const;

export function predicate(logic: Json, named: Json = logic): CompiledPredicate {
  return { logic, named, at };
}

export function icu(text: string, values: Readonly<Record<string, Value>>): Text {
  // As in a bundle: plain JSON.
  return { icu: JSON.parse(JSON.stringify(parse(text))) as readonly unknown[], values };
}

const loggedIn: Json = { "!!": { var: "auth.bearerToken" } };
const completed: Json = { "==": [{ var: "progress.registration_last_step" }, "completed"] };
const viewOnly: Json = { "==": [{ var: "progress.registration_status" }, "VIEW_ONLY"] };

function screen(id: string, paths: readonly string[], more: Partial<ScreenRoute> = {}): ScreenRoute {
  return {
    id,
    paths,
    journey: "small",
    title: id,
    shell: [{ use: "plain" }],
    gates: [],
    guard: predicate(true),
    fallback: [],
    queryToState: [],
    emailLink: null,
    progress: null,
    prefetch: [],
    at,
    ...more,
  };
}

const screens: Readonly<Record<string, ScreenRoute>> = Object.fromEntries(
  [
    screen("login", ["/", "/login"], { shell: [{ use: "auth" }] }),
    screen("logout", ["/logout"]),
    screen("not-found", ["/not-found", "*"], { title: "Not found" }),
    screen("dashboard", ["/dashboard"], {
      title: icu("Home{name, select, none {} other {, {name}}}", {
        name: { if: [{ var: "progress.first_name" }, { var: "progress.first_name" }, "none"] },
      }),
      shell: [{ use: "dashboard" }],
      gates: ["viewOnly"],
      guard: predicate({ and: [loggedIn, completed] }, { and: ["loggedIn", "completed"] }),
    }),
    screen("dashboard.documents", ["/dashboard/documents"], { shell: [{ use: "dashboard" }], guard: predicate(loggedIn, "loggedIn") }),
    screen("statements", ["/statements"], {
      title: icu("Statements{year, select, none {} other { {year}}}", {
        year: { if: [{ var: "route.state.year" }, { var: "route.state.year" }, "none"] },
      }),
    }),
    screen("alerts", ["/alerts"], {
      shell: [{ use: "dashboard" }],
      guard: predicate({ ">": [{ var: "auth.expiresAt" }, { var: "now" }] }),
    }),
    screen("invited", ["/invited"], {
      queryToState: ["uuid", "hash"],
      guard: predicate({ and: [{ "!!": { var: "route.state.uuid" } }, { "!!": { var: "route.state.hash" } }] }),
      fallback: [{ key: "else", go: "/login", at }],
      shell: [{ when: predicate(completed, "completed"), use: "dashboard" }, { use: "registration" }],
      progress: 42,
    }),
    screen("document", ["/documents/:uuid"]),
    screen("round", ["/round"], { guard: predicate(false), fallback: [{ key: "else", go: "/about", at }] }),
    screen("about", ["/about"], { guard: predicate(false), fallback: [{ key: "else", go: "/round", at }] }),
  ].map((one) => [one.id, one]),
);

export const initial: DepositorState = {
  auth: { bearerToken: null, session_id: null, expiresAt: null, relink: false },
  progress: null,
  alerts: [],
  accounts: [],
  dismissed: { banners: [] },
  requests: {},
  notification: { message: "", isOpen: false, severity: "success" },
  transfer: { status: null },
  jointAccount: null,
  registration: { duplicateSsn: false },
};

export const core: BundleCore = {
  language: 2,
  hash: "0",
  brand: {
    language: 2,
    slug: "small",
    name: "Small Bank",
    short_name: "Small",
    hosts: [],
    link_restriction: "UNRESTRICTED",
    features: {},
    locale: "en-US",
    dark_scheme: false,
    emails: { support: "help@small.example" },
    show_fdic: true,
    color_primary: "#1a1a1a",
    color_secondary: "#575757",
    font: "Lato",
    logos: {},
  },
  screens,
  catchAll: "not-found",
  initial,
  persisted: { auth: "session", dismissed: "depositor" },
  versions: {},
  keptOnReset: ["dismissed"],
  predicates: { loggedIn: predicate(loggedIn), completed: predicate(completed), viewOnly: predicate(viewOnly) },
  decisions: {
    afterLogin: {
      name: "afterLogin",
      rows: [
        { key: "new", when: predicate({ "!": { var: "progress.registration_last_step" } }), go: "/invited", at },
        { key: "else", go: "/dashboard", at },
      ],
    },
    partial: { name: "partial", rows: [{ key: "never", when: predicate(false), go: "/login", at }] },
  },
  gates: {
    viewOnly: { when: predicate({ and: [loggedIn, viewOnly] }, { and: ["loggedIn", "viewOnly"] }), go: "/dashboard/documents", at },
  },
  fallback: [
    { key: "notLoggedIn", when: predicate({ "!": loggedIn }, { "!": "loggedIn" }), go: "/logout", at },
    { key: "else", go: "/not-found", at },
  ],
  durations: {},
  polls: {},
  failures: {
    "401": [{ go: "/logout" }],
    "422.app": [{ notify: { message: "app 422.app", severity: "error" } }],
    "*": [{ notify: { message: { var: "error.message" }, severity: "error" } }],
  },
  actions: { signOut: { then: [{ reset: "all" }, { notify: { message: "Logout successful", severity: "success" } }, { go: "/login" }] } },
  events: [],
  loads: { progress: { query: "Progress" } },
  startPages: ["/"],
  formats: FORMATS,
  shells: {
    auth: { width: "narrow" },
    registration: { width: "narrow" },
    dashboard: { width: "wide", navigation: true },
    plain: { width: "narrow" },
  },
  stages: [
    { key: "a", label: "Set up credentials", from: 0, to: 14 },
    { key: "b", label: "Tell us about yourself", from: 21, to: 49 },
    { key: "c", label: "Link account", from: 56, to: 70 },
    { key: "d", label: "Fund savings account", from: 77, to: 100 },
  ],
  navigation: [
    { key: "home", path: "/dashboard", label: "Home", icon: "home" },
    { key: "documents", path: "/dashboard/documents", label: "Documents", icon: "document" },
    {
      key: "alerts",
      path: "/alerts",
      label: "Alerts",
      icon: "bell",
      when: predicate({ "!!": { var: "alerts" } }),
      badge: { reduce: [{ filter: [{ var: "alerts" }, { "!": { var: "read_at" } }] }, { "+": [{ var: "accumulator" }, 1] }, 0] },
    },
  ],
  texts: {},
  chrome: {},
  logoDecision: "afterLogin",
  monitors: {},
  operations: {
    Save: { name: "Save", kind: "mutation", document: "", hash: "", journey: "small", fields: ["saveDepositor"] },
    Progress: { name: "Progress", kind: "query", document: "", hash: "", journey: "small", fields: ["progress"] },
  },
  journeys: ["small"],
};

const content: ScreenContent = {
  data: { profile: { query: "Profile" } },
  body: [],
  onEnter: [],
  timers: {},
  back: [],
  actions: {
    save: {
      call: "Save",
      with: { input: { basic: { var: "form" }, registration_last_step: "address" }, only: { uuid: { var: "item.uuid" } } },
      on: {
        ok: [
          { when: predicate({ "==": [{ var: "result.progress.registration_status" }, "FAILED"] }), go: "/logout" },
          { set: { "transfer.status": { var: "result.status" } } },
          { when: predicate({ "==": [{ var: "transfer.status" }, "SUCCESS"] }), decide: "afterLogin" },
          { go: "/alerts" },
        ],
        "422.duplicate_ssn": [{ set: { "registration.duplicateSsn": true } }, { go: "/dashboard" }],
        "422": [{ fieldErrors: { var: "error.errors" } }],
        "*": [{ notify: { message: "own rest", severity: "error" } }],
      },
    },
    plain: { call: "Save", on: {} },
    markRead: {
      call: "Save",
      optimistic: [{ set: { "alerts[].read_at": { var: "now" } }, where: { uuid: { var: "item.uuid" } } }],
      on: { ok: [] },
    },
    markUnread: { then: [{ set: { "alerts[].read_at": null, "alerts[].seen.by": "nobody" } }] },
    markNone: { then: [{ set: { "messages[].read_at": { var: "now" } }, where: { uuid: "a" } }] },
    swap: { then: [{ set: { "requests.a": { var: "requests.b" }, "requests.b": { var: "requests.a" } } }] },
    unlessSaved: {
      when: predicate({ "!": { var: "transfer.status" } }),
      then: [
        {
          go: {
            path: "/documents/:uuid",
            params: { uuid: { var: "item.uuid" } },
            search: { tab: "all", none: null },
            state: { from: { var: "route.path" } },
            replace: true,
          },
        },
      ],
    },
    confirm: { then: [{ go: "/invited?confirm" }] },
    filter: { then: [{ go: { path: "/invited", state: { filter: { var: "item.kind" } } } }] },
    back: { then: [{ go: { path: { var: "route.state.redirectPath" } } }] },
    clear: { then: [{ reset: ["transfer", "alerts"] }] },
    tell: { then: [{ notify: { message: icu("Sent {amount}", { amount: { money: { var: "form.amount" } } }), severity: "info" } }] },
    outside: {
      then: [
        { download: { url: { var: "item.url" }, filename: "statement.pdf" } },
        { openProvider: { provider: "fastlink", config: { token: { var: "data.config.token" } } } },
        { refetch: ["profile"] },
      ],
    },
  },
};

export const journeys: Readonly<Record<string, BundleJourney>> = {
  small: { journey: "small", screens: { login: content } },
};

/** Freezes all the way down, so that a write to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
