/** Tests the ways in which a check could pass silently: each definition here is wrong, and the check says so. */
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { finding } from "../../src/language/problems.js";
import { prove } from "../../src/verifier/prove.js";
import { foundIn, patched } from "../rules/rule-examples.js";
import { at, SECOND_BRAND } from "../support/small-flows.js";
import { type Keywords, wizardSource } from "../support/wizard-flows.js";

type Patch = Parameters<typeof foundIn>[0];

const INVARIANTS = "flows/invariants.json";
const START = "flows/start.flow.json";

/** The errors after a patch, as rules with the beginning of their messages. */
const errors = (patch: Patch): readonly string[] =>
  foundIn(patch)
    .filter(({ severity }) => severity === "error")
    .map(({ rule, message }) => `${rule}: ${message.split(";", 1)[0]}`);
const promise = (invariant: object): Patch => ({ [INVARIANTS]: { invariants: { it: { description: "It holds.", ...invariant } } } });
const control = (go: object) => ({ items: { on: { block: "controls", controls: { items: { go: { label: "Go on", ...go } } } } } });
const second = (overlay: object): Patch => ({
  "flows/brands/second/brand.json": SECOND_BRAND,
  "flows/brands/second/overlay.json": { language: 2, ...overlay },
});

test("the definition that the patches change has no error", () => {
  expect(errors({})).toEqual([]);
});

test("a definition without invariants", () => {
  expect(errors({ [INVARIANTS]: null })).toEqual(["file-name: The file flows/invariants.json is missing"]);
});

test.each([
  ["that names screens alone", { screens: ["page"] }],
  ["about a redirect without a target", { decision: "logo", when: "mine" }],
  ["about an action without a consequence", { actions: ["leave"] }],
  ["that mixes two forms", { screens: ["page"], operation: "Login", onlyFrom: ["login"] }],
  ["about an operation without a condition", { operation: "Login" }],
])("an invariant %s", (_name, invariant) => {
  const found = errors(promise(invariant));
  expect(found).not.toEqual([]);
  for (const text of found) expect(text).toMatch(/^(?:invalid-value|missing-keyword|unknown-keyword|conflicting-keywords): /);
});

test.each([
  ["admission: everybody already", { screens: ["page"], require: true }, "its `require` always holds"],
  ["admission: nobody", { screens: ["page"], admit: { and: ["onHold", { "!": ["onHold"] }] } }, "its `admit` never holds"],
  ["redirect: nobody", { screens: ["page"], when: { and: ["mine", "onHold"] }, redirectsTo: "/away" }, "its `when` never holds"],
  [
    "redirect: an unknown screen",
    { screens: ["pgae"], when: "onHold", redirectsTo: "/away" },
    'names pgae, which does not exist (a brand may remove only screens with "optional": true)',
  ],
  ["decision: nobody", { decision: "logo", when: { and: ["mine", "onHold"] }, redirectsTo: "/page" }, "its `when` never holds"],
  ["action: an outcome that cannot occur", { actions: ["login.save"], outcome: "418", redirectsTo: "/page" }, "login.save never happens"],
  ["failure: one that cannot occur", { failure: "418", redirectsTo: "/" }, "418 never happens"],
  ["monitor: nobody", { monitor: "leave", when: { and: ["mine", "onHold"] } }, "its `when` never holds"],
  ["operation: in no state", { operation: "Login", never: { and: ["mine", "onHold"] } }, "its `never` never holds"],
])("an invariant that nothing can violate (%s)", (_name, invariant, message) => {
  expect(errors(promise(invariant)).join()).toContain(message);
});

test("an operation that the app sends although only a screen may", () => {
  const found = errors({
    ...promise({ operation: "Progress", onlyFrom: ["page"] }),
    [START]: { screens: { page: { data: { mine: { query: "Progress" } } } } },
  });
  expect(found).toEqual(["invariant: the app (progress) violates the invariant it: It holds."]);
});

test("a call that leaves the browser from a screen that no longer admits the depositor", () => {
  const patch = (when: object): Patch => ({
    ...promise({ operation: "Login", require: "mine" }),
    [START]: {
      screens: {
        login: { actions: { save: { when: "mine" } } },
        page: {
          body: control({ action: "send" }),
          actions: {
            send: {
              ...when,
              call: "Login",
              with: { input: { email: "a@first.example", password: "secret" } },
              on: { ok: { go: "/away" } },
            },
          },
        },
      },
    },
  });
  expect(errors(patch({})).filter((text) => text.includes("send of page"))).toHaveLength(1);
  expect(errors(patch({ when: "mine" })).filter((text) => text.includes("send of page"))).toEqual([]);
});

test("a failure that one screen handles in another way than the app promises", () => {
  const found = errors({
    ...promise({ failure: "422", redirectsTo: "/away" }),
    "flows/app.flow.json": { failures: { "422": { go: "/away" } } },
    [START]: { screens: { login: { actions: { save: { on: { "422": { go: "/" } } } } } } },
  });
  expect(found).toContain("invariant: 422 violates the invariant it: It holds.");
});

test("an answer without effects, after which a promise about the action does not hold", () => {
  const found = errors({
    ...promise({ actions: ["login.save"], outcome: "422", redirectsTo: "/away" }),
    "flows/app.flow.json": { failures: { "422": { silent: true } } },
  });
  expect(found).toEqual(["invariant: login.save violates the invariant it: It holds."]);
});

test("a decision that is evaluated for somebody whom its precondition excludes", () => {
  const found = errors({
    "flows/decisions.json": {
      decisions: { onward: { description: "Where to continue.", precondition: "mine", rows: { page: { go: "/page" } } } },
    },
    [START]: { screens: { away: { body: control({ decide: "onward" }) } } },
  });
  expect(found).toEqual([expect.stringMatching(/^decision-precondition: away.on.go on away evaluates the decision onward/)]);
});

test("a waiver of a safety rule", () => {
  for (const rule of ["redirect-loop", "guard-weakened", "invariant"])
    expect(errors({ [START]: { screens: { page: { waivers: [{ rule, reason: "It is wanted." }] } } } })).toEqual([
      `waiver-stale: A waiver cannot accept findings of the rule ${rule}`,
    ]);
});

test("a waiver of an overlay on what the base forbids", () => {
  const waivers = [{ rule: "dead-end", when: true, reason: "It is wanted." }];
  expect(errors(second({ screens: { page: { waivers } } }))).toEqual([expect.stringMatching(/^overlay-waiver/)]);
  expect(errors(second({ app: { waivers } }))).toEqual([expect.stringMatching(/^overlay-waiver/)]);
});

test("a link that is refused, at its own place among several", () => {
  const patch = { [START]: { screens: { away: { body: control({ go: "/page" }) } } } };
  const { source } = patched(patch);
  const refused = foundIn(patch).find(({ rule }) => rule === "link-refused");
  const { line, column } = at(source, START, '"/page"', finding("link-refused", ""), '"Go on"');
  expect(refused).toMatchObject({ file: START, line, column });
});

test("a waiver that would accept a second finding with another target", () => {
  const links = (target: object): Patch => ({
    [START]: {
      screens: {
        other: { path: "/other", title: "A page", shell: "plain", guard: "onHold", body: { items: {} }, end: { reason: "For the test." } },
        away: {
          body: {
            items: { on: { block: "controls", controls: { items: { a: { label: "A", go: "/page" }, b: { label: "B", go: "/other" } } } } },
          },
          waivers: [{ rule: "link-refused", when: true, reason: "The page is wanted.", ...target }],
        },
      },
    },
  });
  expect(errors(links({}))).toEqual(['missing-keyword: A waiver of link-refused names its "target"']);
  expect(errors(links({ target: "page" }))).toEqual([expect.stringMatching(/^link-refused: a control on away goes to \/other/)]);
});

test("a waiver on one screen for a redirect that several screens share", () => {
  const found = errors({
    "flows/app.flow.json": { fallback: "/page" },
    [START]: {
      screens: {
        other: {
          path: "/other",
          title: "A page",
          shell: "plain",
          guard: "mine",
          body: { items: {} },
          emailLink: [],
          end: { reason: "For the test." },
        },
        page: { waivers: [{ rule: "redirect-refused", target: "page", when: true, reason: "It is wanted." }] },
      },
    },
  });
  expect(found.some((text) => text.startsWith("redirect-refused: "))).toBe(true);
});

test("a guard that refuses a depositor at the second path of a screen", () => {
  const links = (when: object): Patch => ({
    [START]: {
      screens: {
        page: { path: ["/page", "/second"], guard: { and: ["mine", when] } },
        away: {
          body: control({ go: "/second", when: "mine" }),
        },
      },
    },
  });
  const isFirst = { "===": [{ var: "route.path" }, "/page"] };
  expect(errors(links({ "!==": [{ var: "route.path" }, "/elsewhere"] })).filter((text) => text.startsWith("link-refused"))).toEqual([]);
  expect(errors(links(isFirst))).toContain("link-refused: a control on away goes to /second, which refuses this depositor");
});

test("pages of a wizard that lead to each other", () => {
  const proof = (screens: Keywords) => {
    const source = wizardSource({ screens });
    const { bundle, problems } = compile(source, "first");
    if (bundle === null) throw new Error(JSON.stringify(problems));
    return prove(source, "first", bundle, compile);
  };
  const found = (screens: Keywords): readonly string[] =>
    proof(screens)
      .findings.filter(({ rule, owner }) => rule === "internal-error" || (rule === "wizard-cycle" && owner.includes("application")))
      .map(({ rule, owner }) => `${rule} ${owner}`);
  const page = (path: string, step: string) => ({
    path,
    title: path,
    shell: "plain",
    body: control({ action: "save" }),
    actions: { save: { step } },
  });
  expect(found({})).toEqual([]);
  expect(found({ "application.living": page("/application/living", "personal") })).toEqual([
    "wizard-cycle screen:application.contact",
    "wizard-cycle screen:application.personal",
    "wizard-cycle screen:application.living",
  ]);
  const { problems } = proof({ "application.living": page("/application/living", "personal") });
  const [first] = problems.filter(({ rule, message }) => rule === "wizard-cycle" && message.includes("wizard application"));
  expect(first?.message).toContain("/application/personal -> /application/living -> /application/personal");
});
