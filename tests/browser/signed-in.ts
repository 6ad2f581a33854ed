/**
 * Exports `signIn` for the journeys: signs a depositor in through the gateway's public interface, with its own cookies, and
 * opens the page after a sign-in or another one. Journeys of the sign-in itself use its pages (`signInByPages` in
 * `applicant.ts`).
 */
import { CSRF_COOKIE, CSRF_HEADER } from "../../src/api/csrf.js";
import { persistedEntries } from "../../src/cli/browser/page-state.js";
import { decide } from "../../src/engine/decide.js";
import { completeState } from "../../src/engine/state-writes.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { depositorOf } from "../../src/state/persisted-state.js";
import { type Persona, product } from "./bank.js";
import { WITHOUT_APP } from "./contexts.js";
import type { Visitor } from "./visitor.js";

/** The sandbox accepts it in place of every code. */
const ANY_CODE = "000000";

/** The cores of the served bundles, by brand. */
const cores = new Map<string, Promise<BundleCore>>();

async function served<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`http://localhost:${product().port}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

function coreOf(brand: string): Promise<BundleCore> {
  const core =
    cores.get(brand) ??
    served<{ readonly hash: string }>(`/bundles/${brand}/current.json`).then(({ hash }) => served(`/bundles/${brand}/${hash}/core.json`));
  cores.set(brand, core);
  return core;
}

interface Sent {
  readonly operations: readonly { readonly query: string; readonly variables: object }[];
  readonly csrf: { readonly cookie: string; readonly header: string };
}

/** Runs in the page: sends mutations one after another; returns the data of the last one. */
async function send({ operations, csrf }: Sent): Promise<unknown> {
  await fetch("/csrf");
  let data: unknown = null;
  for (const body of operations) {
    // Each answer of a sign-in replaces the token.
    const [token = ""] = document.cookie
      .split("; ")
      .flatMap((each) => (each.startsWith(`${csrf.cookie}=`) ? [each.slice(csrf.cookie.length + 1)] : []));
    const response = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", [csrf.header]: decodeURIComponent(token) },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok || answer.errors !== undefined) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    data = answer.data;
  }
  return data;
}

/** Signs in at this device with a code; opens the page that follows a sign-in, or the one of `path`. */
export async function signIn(visitor: Visitor, { email, password }: Pick<Persona, "email" | "password">, path?: string): Promise<void> {
  const core = await coreOf(visitor.brand);
  const operation = (name: string, variables: object) => ({ query: core.operations[name]?.document ?? "", variables });
  await visitor.open(WITHOUT_APP);
  const { verifyMfa } = (await visitor.page.evaluate(send, {
    operations: [
      operation("Login", { form: { email, password } }),
      operation("SelectMfa", { type: "sms" }),
      operation("VerifyMfa", { form: { code: ANY_CODE } }),
    ],
    csrf: { cookie: CSRF_COOKIE, header: CSRF_HEADER },
  })) as { readonly verifyMfa: { readonly auth: Json; readonly progress: Json } };
  const { auth, progress } = verifyMfa;
  const state = completeState(core, { auth, progress });
  const now = Date.now();
  await visitor.page.evaluate(
    ({ entries, next }) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
      // The document without the app leaves no entry in the history.
      location.replace(next);
    },
    {
      entries: persistedEntries(core, completeState(core, { auth }), { owner: depositorOf(state), now }),
      next: path ?? decide(core, state, "afterLogin", now),
    },
  );
  await visitor.settled();
}
