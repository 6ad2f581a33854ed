/** A persona of the flows and the sandbox's persona of the same name are one: what its predicates say, signing in gives. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../gateway/sandbox/index.js";
import { createGateway } from "../../gateway/server.js";
import type { BundleCore } from "../../src/engine/bundle.js";
import type { Json } from "../../src/engine/definition.js";
import type { DepositorState } from "../../src/engine/events.js";
import { applyAnswer, build, holds, scopeOf } from "../../src/engine/run.js";
import { filesBelow, readText } from "../support/sources.js";
import { type RealFlows, realFlows } from "./real-flows.js";
import { ENV, Visitor } from "./visitor.js";

const BANK = "http://bank.localhost:3997";
const ROUTE = { path: "/", params: {}, search: "", state: null };

interface Persona {
  readonly state: DepositorState;
  readonly predicates: Readonly<Record<string, boolean>>;
}
const PERSONAS = filesBelow("flows/personas").map(
  (file) => [file.replace(/^.*\/|\.json$/g, ""), JSON.parse(readText(file)) as Persona] as const,
);

let flows: RealFlows;
let bank: Sandbox;
let app: FastifyInstance;

beforeAll(async () => {
  flows = await realFlows();
  bank = await createSandbox({
    database: "memory:",
    brands: flows.bundles.brands().map((slug) => flows.core(slug).brand),
    publicOrigin: (slug) => `http://${slug}.localhost:3996`,
    sandboxOrigin: BANK,
  });
  app = await createGateway({
    env: { ...ENV, upstreamUrl: null },
    bundles: flows.bundles,
    upstreamFetch: bank.fetch,
    sandboxUrl: BANK,
    webApp: null,
    development: false,
  });
}, 120_000);

afterAll(async () => {
  await app?.close();
  await bank?.close();
  flows?.remove();
});

async function control<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await bank.fetch(new Request(`${BANK}/sandbox${path}`, init));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** The state of somebody in front of the app: answers written as the app writes them, loads asked when they are due. */
class Depositor extends Visitor {
  readonly core: BundleCore;
  state: DepositorState;

  constructor(slug: string) {
    super(app, `${slug}.localhost`);
    this.core = flows.core(slug);
    this.state = this.core.initial;
  }

  async does(name: string, variables: object): Promise<void> {
    const operation = this.core.operations[name];
    if (operation === undefined) throw new Error(`The flows have no operation ${name}`);
    const { data, errors } = await this.graphql(operation.document, variables);
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    const answer = data as { readonly [field: string]: Json };
    const payload = operation.kind === "mutation" ? (Object.values(answer)[0] as { readonly [field: string]: Json }) : answer;
    this.state = applyAnswer(this.core, this.state, payload).state;
  }

  async signInAs(persona: string): Promise<void> {
    const { email, password } = await control<{ email: string; password: string }>(`/personas/${persona}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ brand: this.core.brand.slug }),
    });
    await this.does("Login", { form: { email, password } });
    await this.does("SelectMfa", { type: "email" });
    const letters = await control<{ code: string | null }[]>(`/outbox?to=${encodeURIComponent(email)}`);
    await this.does("VerifyMfa", { form: { code: letters.find(({ code }) => code !== null)?.code } });
    await this.load();
  }

  /** Until no load is due any more. */
  async load(): Promise<void> {
    const asked = new Set<string>();
    for (;;) {
      const due = Object.entries(this.core.loads).filter(([key, { when }]) => !asked.has(key) && holds(when, this.scope()));
      if (due.length === 0) return;
      for (const [key, { query, with: variables }] of due) {
        asked.add(key);
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
    const listed = await control<{ name: string }[]>("/personas");
    expect(listed.map(({ name }) => name).sort()).toEqual(PERSONAS.map(([name]) => name).sort());
  });

  it.each(PERSONAS)(
    "%s, signed in, is what its predicates say",
    async (name, { predicates }) => {
      const depositor = new Depositor("harbor");
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
