/** Exports two wizards in small flows: one whose step the server stores, and one that exists only in the browser. */
import { compile } from "../../src/compiler/compile.js";
import type { Location } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import { transition } from "../../src/engine/transition.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { holds } from "../../src/language/predicate.js";
import type { FlowSource } from "../../src/language/source.js";
import { APP, BRAND, DECISIONS, FLOW, OPERATIONS, PREDICATES, smallSource } from "./small-flows.js";

export type Keywords = Readonly<Record<string, unknown>>;

const EMPLOYER = { employment_status: "employed", income_source: "salary" };
const page = (path: string, actions: Keywords = {}, more: Keywords = {}) => ({
  path,
  title: path.slice(1),
  shell: "plain",
  body: { items: { on: { block: "controls", controls: { items: buttons(Object.keys(actions)) } } } },
  actions,
  ...more,
});
const buttons = (actions: readonly string[]) => Object.fromEntries(actions.map((action) => [action, { label: action, action }]));

const REGISTRATION_STEPS = {
  basic: { screen: "basic", progress: 21 },
  address: { screen: "address", progress: 28 },
  employer: { screen: "employer", progress: 35 },
  confirmed: { screen: "confirm", progress: 42, when: { "!": ["held"] } },
};
export const REGISTRATION = {
  step: "progress.registration_last_step",
  guard: "loggedIn",
  save: "SaveStep",
  variable: "next",
  resume: "resume",
  then: "bank",
  exit: "/home",
  review: "confirmed",
  return: { state: "confirm" },
  edit: "Edit",
  on: { "409.step_refused": { go: "/home" } },
  steps: { items: REGISTRATION_STEPS },
};

const section = (step: string) => ({ heading: step, step, rows: { items: { it: { label: "It", value: step } } } });
const review = (steps: readonly string[]) => ({
  block: "summary",
  sections: { items: Object.fromEntries(steps.map((step) => [step, section(step)])) },
});

export const STEP_SCREENS = {
  home: page("/home", { resume: { then: { decide: "resume" } }, start: { wizard: "registration", step: "first" } }, { guard: "loggedIn" }),
  basic: page("/basic", { save: { step: "next" } }),
  address: page("/address", { save: { step: "next" } }),
  employer: page("/employer", { save: { step: "next", call: "SaveEmployer", with: { form: EMPLOYER } } }, { optional: true }),
  confirm: page(
    "/confirm",
    { save: { step: "next", on: { ok: { go: "/bank" } } } },
    {
      body: {
        items: {
          summary: review(["basic", "address", "employer"]),
          on: { block: "controls", controls: { items: buttons(["save"]) } },
        },
      },
    },
  ),
  bank: { path: "/bank", title: "Bank", shell: "plain", guard: "loggedIn", body: { items: {} } },
};

/** A page that a brand adds. */
export const PHONE = page("/phone", { save: { step: "next" } });

const APPLICATION_STEPS = {
  contact: { screen: "application.contact" },
  personal: { screen: "application.personal" },
  living: { screen: "application.living" },
  occupation: { screen: "application.occupation" },
  review: { screen: "application.review" },
};
export const APPLICATION = {
  guard: "mine",
  exit: "/bank",
  review: "review",
  return: { search: "confirm" },
  edit: "Edit",
  steps: { items: APPLICATION_STEPS },
};

export const APPLICATION_SCREENS = {
  "application.contact": page("/application/contact", { save: { step: "next", call: "Progress" } }),
  "application.personal": page("/application/personal", { save: { step: "next", call: "Progress" } }),
  "application.living": page("/application/living", { save: { step: "next" } }),
  "application.occupation": page("/application/occupation", { save: { step: "next", call: "Progress" } }),
  "application.review": page(
    "/application/review",
    { send: { step: "next", call: "Progress", on: { ok: { go: "/bank" } } } },
    {
      body: {
        items: {
          summary: review(["contact", "personal", "living", "occupation"]),
          on: { block: "controls", controls: { items: buttons(["send"]) } },
        },
      },
    },
  ),
};

const GRAPHQL = `${OPERATIONS}
mutation SaveStep($next: String!) { saveDepositor(input: { registration_last_step: $next }) { progress { registration_last_step } } }
mutation SaveEmployer($form: EmployerInput!, $next: String!) {
  saveDepositor(input: { registration_last_step: $next, employer: $form }) { progress { registration_last_step } }
}
`;

const RESUME = {
  description: "Where to go on.",
  rows: { out: { when: { "!": ["loggedIn"] }, go: "/" }, step: { wizard: "registration" }, else: { go: "/bank" } },
};

export interface WizardChanges {
  readonly registration?: Keywords;
  readonly application?: Keywords;
  readonly screens?: Keywords;
  readonly resume?: Keywords;
  readonly overlay?: Keywords;
  readonly invariants?: Keywords;
}

/** The flows with changes, and with an optional overlay of the brand `first`. */
export function wizardSource({
  registration = {},
  application = {},
  screens = {},
  resume = RESUME,
  overlay,
  invariants,
}: WizardChanges): FlowSource {
  const { gates: _gates, ...app } = APP;
  const source = smallSource({
    "flows/app.flow.json": { ...app, gates: {} },
    "flows/predicates.json": {
      ...PREDICATES,
      predicates: {
        loggedIn: PREDICATES.predicates.loggedIn,
        mine: { description: "Signed in.", logic: { and: ["loggedIn", { "!!": { var: "progress.is_primary" } }] } },
        held: PREDICATES.predicates.onHold,
      },
    },
    "flows/decisions.json": { ...DECISIONS, decisions: { ...DECISIONS.decisions, resume } },
    "flows/start.graphql": GRAPHQL,
    "flows/start.flow.json": {
      ...FLOW,
      wizards: { registration: { ...REGISTRATION, ...registration }, application: { ...APPLICATION, ...application } },
      screens: {
        ...FLOW.screens,
        page: { ...FLOW.screens.page, gates: [] },
        ...STEP_SCREENS,
        ...APPLICATION_SCREENS,
        ...screens,
      },
    },
    ...(overlay === undefined ? {} : { "flows/brands/first/overlay.json": { language: 2, ...overlay } }),
    ...(invariants === undefined ? {} : { "flows/invariants.json": { language: 2, invariants } }),
    "flows/brands/first/brand.json": BRAND,
  });
  return source;
}

export function wizardBundle(changes: WizardChanges = {}): Bundle {
  const { bundle, problems } = compile(wizardSource(changes), "first");
  const errors = problems.filter(({ severity }) => severity === "error");
  if (bundle === null || errors.length > 0) throw new Error(JSON.stringify(errors));
  return bundle;
}

const NOW = "2026-11-22T10:00:00.000Z";

/** A depositor at a step, on a page. */
export class Traveller {
  #step: string | null;
  #location: Location;

  constructor(
    readonly bundle: Bundle,
    step: string | null,
    location: Partial<Location> & Pick<Location, "pathname">,
  ) {
    this.#step = step;
    this.#location = { search: "", state: null, ...location };
  }

  get #state() {
    return { ...this.bundle.core.initial, auth: { bearerToken: "x" }, progress: { registration_last_step: this.#step, is_primary: true } };
  }

  /** The final location of a depositor who requests the location. */
  get at(): string {
    const { path, route } = resolve(this.bundle.core, this.#state, this.#location, NOW);
    return `${path}${route.search}`;
  }

  get step(): string | null {
    return this.#step;
  }

  /** Raises an action of the page; its call succeeds, and the server stores the sent step. */
  raise(action: string): this {
    const { core, journeys } = this.bundle;
    const { screen: owner, route } = resolve(core, this.#state, this.#location, NOW);
    let next = transition(core, journeys, this.#state, { type: "action", owner, action }, { now: NOW, route });
    const call = next.commands.find((command) => command.kind === "call");
    if (call !== undefined) {
      const { next: saved } = call.variables as { readonly next?: Json };
      if (typeof saved === "string") this.#step = saved;
      const outcome = { status: "ok" as const, result: {} };
      next = transition(core, journeys, this.#state, { type: "outcome", owner, action, outcome }, { now: NOW, route });
    }
    const go = next.commands.find((command) => command.kind === "go");
    if (go !== undefined) this.#location = { pathname: go.path, search: go.search, state: go.state };
    return this;
  }

  /** The page's Back. */
  back(): this {
    const { core, journeys } = this.bundle;
    const { screen, route } = resolve(core, this.#state, this.#location, NOW);
    const rows = journeys[core.screens[screen]?.journey ?? ""]?.screens[screen]?.back ?? [];
    const scope = scopeOf(this.#state, NOW, route);
    const row = rows.find(({ when }) => holds(when, scope));
    if (row?.action !== undefined) return this.raise(row.action);
    if (typeof row?.go !== "string") throw new Error(`no Back on ${screen}`);
    this.#location = { pathname: row.go, search: "", state: null };
    return this;
  }
}
