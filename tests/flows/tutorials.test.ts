/** Runs the tutorials: every step compiles, the verifier checks the result, and the text's statements are true. */
import { beforeAll, describe, expect, test } from "vitest";
import { mockFrom } from "../../gateway/mock.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema } from "../../gateway/schema.js";
import { personaState, readPersonas } from "../../src/cli/persona-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { DepositorState } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import { transition } from "../../src/engine/transition.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { OutcomesFile } from "../../src/language/outcomes.js";
import type { Problem } from "../../src/language/problems.js";
import type { FlowSource } from "../../src/language/source.js";
import { prove } from "../../src/verifier/prove.js";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { HttpClient, openGateway } from "../gateway/test-gateway.js";
import { ROOT, readText } from "../support/sources.js";
import { type TutorialStep, tutorialSteps, withStep } from "../support/tutorial.js";

const NOW = "2026-11-21T12:00:00.000Z";
const LONG = 300_000;
let shipped: FlowSource;
beforeAll(async () => {
  shipped = await readSource(ROOT);
});

function compiled(source: FlowSource, slug: string): { readonly bundle: Bundle; readonly problems: readonly Problem[] } {
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) throw new Error(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"));
  return { bundle, problems };
}

const errors = (problems: readonly Problem[]) => problems.filter(({ severity }) => severity === "error");

async function active(bundle: Bundle, more: object = {}): Promise<DepositorState> {
  const persona = (await readPersonas(ROOT)).find(({ name }) => name === "active");
  if (persona === undefined) throw new Error("There is no persona active");
  return { ...personaState(bundle.core, persona, NOW), ...more };
}

const at = (pathname: string) => ({ pathname, search: "", state: null });

describe("A brand in 15 minutes", () => {
  const steps = tutorialSteps("flows/TUTORIAL-BRAND.md");
  const kept = steps.filter(({ kind }) => kind === "step");
  let bundle: Bundle;
  let finished: FlowSource;

  test(
    "every step compiles, and the checker reports nothing about the new brand's files",
    () => {
      expect(kept.length).toBeGreaterThan(4);
      finished = shipped;
      for (const step of kept) {
        finished = withStep(finished, step);
        const result = compiled(finished, "cedar");
        expect(result.problems.filter(({ file }) => file.startsWith("flows/brands/cedar/"))).toEqual([]);
        bundle = result.bundle;
      }
      expect(errors(prove(finished, "cedar", bundle, compile).problems)).toEqual([]);
    },
    LONG,
  );

  test(
    "the checker rejects the change that the tutorial calls wrong, at its line of the overlay",
    () => {
      const wrong = steps.filter(({ kind }) => kind === "refused");
      expect(wrong.length).toBeGreaterThan(0);
      for (const step of wrong) {
        const source = withStep(finished, step);
        const found = errors(prove(source, "cedar", compiled(source, "cedar").bundle, compile).problems);
        expect([...new Set(found.map(({ rule }) => rule))].sort()).toEqual([...step.refusedBy].sort());
        expect(found.every(({ message }) => message.includes("flows/brands/cedar/overlay.json"))).toBe(true);
      }
    },
    LONG,
  );

  test("the brand has the features that the tutorial describes", async () => {
    const { core, forms } = bundle;
    expect(core.brand.short_name).toBe("Cedar");
    const visitor = { ...(await active(bundle)), auth: null, progress: null } as unknown as DepositorState;
    expect(resolve(core, visitor, at("/registration")).title).toBe("Join Cedar");
    expect(JSON.stringify(forms["forms/registration.json"])).toContain('"minLength":10');
    expect(JSON.stringify(forms["forms/basic-information.json"])).toContain("share_number");
    const { nav } = resolve(core, await active(bundle), at("/dashboard"));
    expect(nav.map(({ path }) => path)).toContain("/dashboard");
    expect(nav.map(({ path }) => path)).not.toContain("/dashboard/transactions-list");
    const applicant = await active(bundle, { progress: { registration_last_step: "employer" } });
    const { route, screen } = resolve(core, applicant, at("/registration/employer"));
    expect(screen).toBe("registration.employer");
    const saved = transition(core, bundle.journeys, applicant, { type: "action", owner: screen, action: "save", form: {} }, { route });
    expect(saved.commands).toMatchObject([{ kind: "call", variables: { next: "address" } }]);
  });
});

describe("A second product", () => {
  const steps = tutorialSteps("flows/TUTORIAL-PRODUCT.md");
  let bundle: Bundle;

  test.each(["harbor", "juniper"])(
    "every step together compiles without errors and is proven for %s",
    (slug) => {
      const files = new Set(steps.map(({ file }) => file));
      // The gateway performs the declared calls: no step is TypeScript.
      expect([...files].filter((file) => /\.tsx?$/.test(file))).toEqual([]);
      for (const file of ["schemas/state.schema.json", "gateway/schema.graphql", "flows/outcomes.json", "flows/certificates.flow.json"])
        expect(files).toContain(file);
      const source = steps.reduce((before: FlowSource, step: TutorialStep) => withStep(before, step), shipped);
      const result = compiled(source, slug);
      expect(errors(result.problems)).toEqual([]);
      expect(result.problems.filter(({ file }) => file.includes("certificate"))).toEqual([]);
      expect(errors(prove(source, slug, result.bundle, compile).problems)).toEqual([]);
      bundle = result.bundle;
    },
    LONG,
  );

  test("a depositor without a certificate opens one, and sees it", async () => {
    const { core, journeys } = bundle;
    const before = await active(bundle, { certificate: null });
    expect(resolve(core, before, at("/certificates")).chain).toEqual(["/certificates", "/certificates/open"]);
    const { route } = resolve(core, before, at("/certificates/open"));
    const form = { term: "12", amount: "500.00", people: [{ name: "Ada Byron", share: "100" }] };
    const raised = transition(core, journeys, before, { type: "action", owner: "certificates.open", action: "open", form }, { route });
    expect(raised.commands).toMatchObject([{ kind: "call", operation: "OpenCertificate", variables: { form } }]);
    for (const [status, path] of [
      ["OPEN", "/certificates"],
      ["REVIEW", "/dashboard"],
    ] as const) {
      const result = { openCertificate: { certificate: { status, amount: "500.00", months: 12 } } };
      const answered = transition(
        core,
        journeys,
        raised.state,
        { type: "outcome", owner: "certificates.open", action: "open", form, outcome: { status: "ok", result } },
        { route },
      );
      expect(answered.state.certificate).toMatchObject({ status, amount: "500.00" });
      expect(answered.commands).toMatchObject([{ kind: "go", path }]);
      expect(resolve(core, answered.state, at("/certificates")).screen).toBe("certificates");
    }
  });

  test("the gateway performs the declared calls", async () => {
    const text = steps.reduce((before: FlowSource, step) => withStep(before, step), shipped).files.get("gateway/schema.graphql") ?? "";
    const opened = { status: "OPEN", amount: "500.00", months: 12 };
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /certificates": { data: opened }, "GET /certificate": { data: opened } });
    const schema = executableSchema(text, RESOLVERS);
    const client = new HttpClient(await openGateway(upstream, { schema: () => schema }));
    await client.signIn();
    const { operations } = bundle.core;
    const form = { term: "12", amount: "500.00", people: [{ name: "Ada Byron", share: "100" }] };
    expect(await client.graphql(operations.OpenCertificate?.document ?? "", { form, key: "key-1" })).toEqual({
      data: { openCertificate: { certificate: opened } },
    });
    expect(upstream.requests.at(-1)).toMatchObject({
      call: "POST /certificates",
      headers: { "idempotency-key": "key-1" },
      body: { months: "12", amount: "500.00", beneficiaries: [{ name: "Ada Byron", percent: "100" }] },
    });
    expect(await client.graphql(operations.Certificate?.document ?? "")).toEqual({ data: { certificate: opened } });
  });

  test("the mock answers from the same files", async () => {
    const source = steps.reduce((before: FlowSource, step) => withStep(before, step), shipped);
    const mock = await mockFrom({
      schemaText: source.files.get("gateway/schema.graphql") ?? "",
      documents: ["openapi.json", "certificates.openapi.json"].map((name) => source.files.get(`schemas/api/${name}`) ?? ""),
      outcomes: () => JSON.parse(source.files.get("flows/outcomes.json") ?? "") as OutcomesFile,
      core: () => bundle.core,
      branding: () => ({}),
      initialState: await active(bundle),
    });
    const client = new HttpClient(await openGateway(mock, { schema: () => mock.schema }));
    const { operations } = bundle.core;
    const form = { term: "12", amount: "500.00", people: [{ name: "Ada Byron", share: "100" }] };
    expect(await client.graphql(operations.OpenCertificate?.document ?? "", { form, key: "key-1" })).toMatchObject({
      data: { openCertificate: { certificate: { status: "OPEN", amount: "500.00", months: 12 } } },
    });
    expect(await client.graphql(operations.Certificate?.document ?? "")).toMatchObject({ data: { certificate: { status: "OPEN" } } });
  });

  test("the journey is in the navigation once there is a certificate", async () => {
    const { core } = bundle;
    const open = await active(bundle, { certificate: { status: "OPEN", amount: "500.00", months: 12 } });
    const paths = (state: DepositorState) => resolve(core, state, at("/dashboard")).nav.map(({ path }) => path);
    expect(paths(open)).toContain("/certificates");
    expect(paths(await active(bundle, { certificate: null }))).not.toContain("/certificates");
  });
});

test("the README links to the tutorials and the reference", () => {
  for (const page of ["flows/REFERENCE.md", "flows/TUTORIAL-BRAND.md", "flows/TUTORIAL-PRODUCT.md"])
    expect(readText("README.md")).toContain(page);
});
