/** Tests of the causes of findings: what follows from a constant predicate, a closed screen, a loop or a missing path. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { prove } from "../../src/verifier/prove.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import { FLOW, PREDICATES, smallSource } from "../support/small-flows.js";

type Json = Readonly<Record<string, unknown>>;
const { page } = FLOW.screens;
const NEVER = { and: ["onHold", { "!": "onHold" }] };

/** Each finding as `rule owner`, with that of its cause. */
function causes(changes: Json): ReadonlyMap<string, string | null> {
  const source = smallSource(changes);
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  const text = ({ rule, owner }: Finding): string => `${rule} ${owner}`;
  return new Map(
    prove(source, "first", bundle, compile).findings.map((one) => [text(one), one.causedBy === undefined ? null : text(one.causedBy)]),
  );
}

const screens = (more: Json): Json => ({ "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, ...more } } });

describe("the cause of a finding", () => {
  it("is the constant predicate that closes a screen", () => {
    const found = causes({
      "flows/predicates.json": {
        ...PREDICATES,
        predicates: { ...PREDICATES.predicates, never: { description: "Nobody.", logic: NEVER } },
      },
      ...screens({ page: { ...page, guard: { and: ["mine", "never"] } } }),
    });
    const cause = "predicate-constant predicate:never";
    expect(found.get(cause)).toBeNull();
    expect(found.get("screen-unreachable screen:page")).toBe(cause);
    expect(found.get("decision-refused decision:logo.in")).toBe(cause);
  });

  it("is the redirect loop of a screen, for findings about transitions to it", () => {
    const found = causes(screens({ page: { ...page, guard: { and: ["mine", { "!": "onHold" }] }, gates: [], fallback: "/page" } }));
    const cause = "redirect-loop screen:page";
    expect(found.get(cause)).toBeNull();
    expect(found.get("redirect-refused screen:page")).toBe(cause);
    expect(found.get("decision-refused decision:logo.in")).toBe(cause);
  });

  it("is the invariant of a screen whose guard is inverted", () => {
    const invariants = {
      pageNeedsSignIn: { description: "Signed out, the page is closed.", screens: ["page"], require: "loggedIn" },
      pageOpens: { description: "Whoever is signed in and not held opens the page.", screens: ["page"], admit: "mine" },
    };
    const found = causes({
      "flows/invariants.json": { language: 2, invariants },
      ...screens({ page: { ...page, guard: { "!": ["mine"] }, gates: [] } }),
    });
    const cause = "invariant screen:page";
    expect(found.get("decision-refused decision:logo.in")).toBe(cause);
    expect(found.get("link-refused screen:login")).toBe(cause);
    // The second invariant, about those whom the guard refuses, follows from the first.
    expect(found.get(cause)).toBe(cause);
  });

  it("is the first unreachable screen of a path", () => {
    const step = (path: string, go: string): Json => ({
      path,
      title: path,
      shell: "plain",
      guard: true,
      body: { items: { on: { block: "controls", control: { label: "Go", go } } } },
    });
    const found = causes(
      screens({
        one: step("/one", "/two"),
        two: step("/two", "/three"),
        three: step("/three", "/one-more"),
        "one-more": step("/one-more", "/"),
      }),
    );
    const cause = "screen-unreachable screen:one";
    expect(found.get(cause)).toBeNull();
    for (const id of ["two", "three", "one-more"]) expect(found.get(`screen-unreachable screen:${id}`)).toBe(cause);
  });
});
