/** Tests the comparison of two bundles by the depositors whom they treat differently, and the rule about weakened guards. */
import { beforeAll, describe, expect, test } from "vitest";
import { affected } from "../../src/cli/affected-depositors.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import type { FlowSource } from "../../src/language/source.js";
import { analyse } from "../../src/verifier/analyse.js";
import { compareAdmission } from "../../src/verifier/compare.js";
import { analysisInput } from "../../src/verifier/inputs.js";

const OVERLAY = "flows/brands/juniper/overlay.json";
let source: FlowSource;
let shipped: Bundle;
let schema: Json;

type Patch = { readonly [key: string]: Json };

/** The shipped flows with additions to Juniper's overlay. */
function overlaid(patch: { readonly screens?: Patch; readonly predicates?: Patch }): FlowSource {
  const overlay = JSON.parse(source.files.get(OVERLAY) ?? "{}") as { readonly screens: Patch };
  const screens = { ...overlay.screens };
  for (const [id, keywords] of Object.entries(patch.screens ?? {}))
    screens[id] = { ...(screens[id] as Patch | undefined), ...(keywords as Patch) };
  const text = JSON.stringify({ ...overlay, ...patch, screens }, null, 2);
  return { files: new Map([...source.files, [OVERLAY, text]]) };
}

function juniper(from: FlowSource): Bundle {
  const { bundle, problems } = compile(from, "juniper");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return bundle;
}

beforeAll(async () => {
  source = await readSource(".");
  shipped = juniper(source);
  schema = JSON.parse(source.files.get("schemas/state.schema.json") ?? "{}") as Json;
}, 180_000);

describe("two bundles compared", () => {
  test("equivalent definitions treat no depositor differently", () => {
    const other = juniper(
      overlaid({ screens: { deposit: { guard: { and: ["mayMoveMoney", "passed", { "!": [{ "!": ["loggedIn"] }] }] } } } }),
    );
    expect(other.core.screens.deposit?.guard.named).not.toEqual(shipped.core.screens.deposit?.guard.named);
    expect(compareAdmission(shipped, other, schema)).toEqual([]);
  });

  test("reports the smallest depositor who is admitted now, and the former redirect", () => {
    const other = juniper(overlaid({ screens: { deposit: { guard: "accountOpen" } } }));
    const found = compareAdmission(shipped, other, schema);
    expect(found.map(({ kind, id }) => [kind, id])).toEqual([["opened", "deposit"]]);
    expect(found[0]?.witness.state).toMatchObject({ auth: { relink: true }, progress: { registration_status: "PASSED" } });
    expect(found[0]?.answers).toEqual([["/deposit", "/not-found"], ["/deposit"]]);
    expect(affected(found).join("\n")).toContain("deposit opens to some who were redirected to /not-found");
    expect(affected(found).join("\n")).toContain("auth.relink is true");
  });

  test("reports depositors whom a screen now rejects or redirects elsewhere, and changed results of a decision", () => {
    const closed = compareAdmission(shipped, juniper(overlaid({ screens: { faq: { guard: "accountOpen" } } })), schema);
    expect(closed.map(({ kind, id, answers }) => [kind, id, answers[1]])).toEqual([["closed", "faq", ["/faq", "/not-found"]]]);
    const changed = compareAdmission(shipped, juniper(overlaid({ screens: { deposit: { gates: ["holdGate"] } } })), schema);
    expect(changed.map(({ kind, id }) => [kind, id])).toEqual([["redirected", "deposit"]]);
    const { decisions } = shipped.core;
    const { afterLogin } = decisions;
    if (afterLogin === undefined) throw new Error("afterLogin");
    const rows = afterLogin.rows.filter(({ key }) => key !== "viewOnly");
    const decided = { ...shipped, core: { ...shipped.core, decisions: { ...decisions, afterLogin: { ...afterLogin, rows } } } };
    const [found, ...more] = compareAdmission(shipped, decided, schema);
    expect(more).toEqual([]);
    expect(found?.answers[0]).toEqual(["/dashboard/documents"]);
    expect(found?.witness.state).toMatchObject({ progress: { registration_status: "VIEW_ONLY" } });
  });
});

describe("an overlay that admits depositors whom the base rejects", () => {
  const weakened = (from: FlowSource) =>
    analyse(analysisInput(from, "juniper", juniper(from), compile), { reach: false }).findings.filter(
      ({ rule }) => rule === "guard-weakened",
    );

  test("is reported at the overlay's line, with the smallest depositor", () => {
    const [found, ...more] = weakened(overlaid({ screens: { "registration.passed": { guard: "registering" } } }));
    expect(more).toEqual([]);
    expect(found?.at[0]).toMatchObject({ file: OVERLAY, layer: "overlay" });
    expect(found?.at.map(({ file }) => file)).toContain("flows/registration.flow.json");
    expect(found?.witness?.pathname).toBe("/registration/passed");
  }, 180_000);

  test("is reported at the guard's line first, regardless of other changes of the overlay", () => {
    // The shipped overlay also orders the steps of a wizard.
    const from = overlaid({ screens: { "registration.passed": { guard: "registering" } } });
    const [found] = weakened(from);
    const line = (from.files.get(OVERLAY) ?? "").split("\n")[(found?.at[0]?.line ?? 0) - 1] ?? "";
    expect(line).toContain('"guard": "registering"');
  }, 180_000);

  test("is reported for a weaker predicate too, and not for a stronger one", () => {
    const less = weakened(overlaid({ predicates: { mayLink: { logic: { "!": ["statusMissing"] } } } }));
    expect(less.map(({ owner }) => owner)).toContain("screen:registration.link-account-selection");
    expect(weakened(overlaid({ predicates: { mayLink: { logic: "passed" } } }))).toEqual([]);
  }, 180_000);

  test("is never accepted", () => {
    const waivers = [{ rule: "guard-weakened", reason: "This brand shows the page at any step." }];
    const { bundle, problems } = compile(overlaid({ screens: { "registration.passed": { guard: "registering", waivers } } }), "juniper");
    expect(bundle).toBe(null);
    expect(problems.map(({ rule }) => rule)).toEqual(["overlay-waiver"]);
  }, 180_000);
});
