/**
 * Tests that a persona of the flows equals the sandbox's persona of the same name: after signing in, its predicates
 * hold.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { scopeOf } from "../../src/engine/scope.js";
import { applyAnswer } from "../../src/engine/transition.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { build, holds } from "../../src/language/predicate.js";
import { filesBelow, readText } from "../support/sources.js";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";

const ROUTE = { path: "/", params: {}, search: "", state: null };

interface Persona {
  readonly state: DepositorState;
  readonly predicates: Readonly<Record<string, boolean>>;
}
const PERSONAS = filesBelow("flows/personas").map(
  (file) => [file.replace(/^.*\/|\.json$/g, ""), JSON.parse(readText(file)) as Persona] as const,
);

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

/** A depositor with the app's state: it applies responses as the app does and runs the loads that are due. */
class PersonaDepositor extends Depositor {
  readonly core: BundleCore;
  state: DepositorState;

  constructor() {
    super(fixture);
    this.core = fixture.flows.core(this.slug);
    this.state = this.core.initial;
  }

  async does(name: string, variables: object): Promise<void> {
    const request = this.operation(name, variables);
    const { data, errors } = await this.graphql(request.query, request.variables);
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    const answer = data as { readonly [field: string]: Json };
    const mutation = this.core.operations[name]?.kind === "mutation";
    const payload = mutation ? (Object.values(answer)[0] as { readonly [field: string]: Json }) : answer;
    this.state = applyAnswer(this.core, this.state, payload).state;
  }

  async signInAs(persona: string): Promise<void> {
    const { email, password } = await fixture.persona(persona);
    await this.does("Login", { form: { email, password } });
    await this.does("SelectMfa", { type: "email" });
    const emails = await fixture.emails(email);
    await this.does("VerifyMfa", { form: { code: emails.find(({ code }) => code !== null)?.code } });
    await this.load();
  }

  /** Runs loads until none is due. */
  async load(): Promise<void> {
    const requested = new Set<string>();
    for (;;) {
      const due = Object.entries(this.core.loads).filter(([key, { when }]) => !requested.has(key) && holds(when, this.scope()));
      if (due.length === 0) return;
      for (const [key, { query, with: variables }] of due) {
        requested.add(key);
        await this.does(query, build(variables ?? {}, this.scope()) as object);
      }
    }
  }

  scope() {
    return scopeOf(this.state, new Date().toISOString(), ROUTE);
  }
}

describe("personas", () => {
  it("are the same in the flows and in the sandbox", async () => {
    const listed = await fixture.control<{ name: string }[]>("/personas");
    expect(listed.map(({ name }) => name).sort()).toEqual(PERSONAS.map(([name]) => name).sort());
  });

  it.each(PERSONAS)(
    "%s has its declared predicates after signing in",
    async (name, { predicates }) => {
      const depositor = new PersonaDepositor();
      await depositor.signInAs(name);
      const scope = depositor.scope();
      const found = Object.fromEntries(
        Object.entries(depositor.core.predicates).map(([predicate, compiled]) => [predicate, holds(compiled, scope)]),
      );
      expect(found).toEqual(predicates);
    },
    30_000,
  );
});
