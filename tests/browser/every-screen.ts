/**
 * Exports which persona visits which screen, so that every screen of the compiled flows is visited with few sign-ins. The
 * engine finds the personas that a screen admits; `ACCESS` has the screens that need more than an address. Throws for a
 * screen that no persona can reach, since it would be served untested.
 */

import type { DepositorState } from "../../src/engine/events.js";
import { formatText } from "../../src/engine/format-text.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { bundleOf, PERSONAS } from "../flows/shipped.js";

export interface Visit {
  readonly screen: string;
  /** Path and query. */
  readonly address: string;
  /** The final address: the browser removes query keys of `queryToState`. */
  readonly path: string;
  /** The text of its h1. */
  readonly heading: string;
  readonly routeState: Json;
  /** Persisted slices, with the values that an earlier page would have saved. */
  readonly persisted: DepositorState | null;
  /** The page of `PAGES` that is filled in before. */
  readonly from: string | null;
}

export interface ScreenSession {
  /** Who signs in; null: nobody. */
  readonly persona: string | null;
  readonly visits: readonly Visit[];
}

interface Access {
  /** The persona to whom the screen shows all of its content. */
  readonly as?: string;
  readonly search?: string;
  readonly routeState?: Json;
  readonly kept?: DepositorState;
  readonly from?: string;
}

/** How to get to a screen whose address alone does not lead there. */
const ACCESS: Readonly<Record<string, Access>> = {
  "otp-verification": { from: "/login/choose-mfa" },
  "manual-funding.microdeposits": { as: "microdeposits-sent" },
  "relink.manual.microdeposits": { as: "relink", from: "/relink/manual/banking-information" },
  "login.sent": { kept: { auth: { resetEmail: "d•••@example.com" } } },
  "login.reset-password": { search: "?email=dana%40example.com&token=6d1f" },
  "login.reset-password.failed": { kept: { auth: { resetPasswordError: "This link has been used already." } } },
  "registration.duplicate-notification": { kept: { registration: { duplicateSsn: true } } },
  // A depositor at this step has attested to the disclosures.
  "fund-account.disclosure": { as: "verified" },
  "fund-account.successful-fund": { from: "/fund-account/ready-to-fund" },
  "my-account.otp-verification": { routeState: { mfaType: "email" } },
  "joint-account.duplicate-notification": { kept: { joint: { duplicateSsn: true } } },
  "joint-account.onboarding": { search: "?uuid=6d1f&hash=6d1f" },
  "joint-account.onboarding.ssn-verification": { search: "?uuid=6d1f&hash=6d1f" },
  "joint-account.onboarding.identity-verified": { search: "?email=dana%40example.com&token=6d1f" },
  "joint-account.onboarding.create-password": { search: "?email=dana%40example.com&token=6d1f" },
};

/** The logout page redirects by itself: it cannot be visited. */
const PASSED_THROUGH = new Set(["logout"]);

function withPersisted(state: DepositorState, kept: DepositorState | undefined): DepositorState {
  const changed = Object.entries(kept ?? {}).map(([slice, fields]) => [slice, { ...(state[slice] as object), ...(fields as object) }]);
  return { ...state, ...(Object.fromEntries(changed) as DepositorState) };
}

/** The h1 of a screen in this state: its own heading, else its title. */
export function headingOf(slug: string, screen: string, title: string, state: DepositorState = {}): string {
  const { core, journeys } = bundleOf(slug);
  const { heading } = journeys[core.screens[screen]?.journey ?? ""]?.screens[screen] ?? {};
  if (heading === undefined) return title;
  return formatText(heading, scopeOf({ ...core.initial, ...state }, new Date().toISOString(), null), core.formats);
}

/** The visit of the screen with this state, or null where its guard redirects. */
function visitOf(slug: string, screen: string, state: DepositorState): Visit | null {
  const { core } = bundleOf(slug);
  const access = ACCESS[screen] ?? {};
  const pathname = core.screens[screen]?.paths.find((path) => path !== "*")?.replace(/:\w+/g, "6d1f");
  if (pathname === undefined) throw new Error(`"${screen}" has no path of its own`);
  const search = access.search ?? "";
  const visit = { screen, address: pathname + search, routeState: access.routeState ?? null, persisted: access.kept ?? null };
  if (access.from !== undefined) {
    const there = resolve(core, state, { pathname: access.from, search: "", state: null }, Date.now()).path === access.from;
    return there
      ? { ...visit, path: pathname, heading: headingOf(slug, screen, core.screens[screen]?.title as string, state), from: access.from }
      : null;
  }
  const end = resolve(core, withPersisted(state, access.kept), { pathname, search, state: visit.routeState }, Date.now());
  return end.screen === screen ? { ...visit, path: end.path, heading: headingOf(slug, screen, end.title, state), from: null } : null;
}

/** Screens that end their process when they are entered: related screens are closed afterwards. */
const ENDINGS = new Set(["relink.manual.microdeposits.successful"]);

/** Visits that change the persona's progress come last in a session. */
const disturbance = ({ screen, persisted, from }: Visit): number =>
  ENDINGS.has(screen) ? 3 : from !== null ? 2 : persisted !== null ? 1 : 0;

/** The sessions in which every screen of a brand is visited once. */
export function screenSessions(slug: string): readonly ScreenSession[] {
  const { core } = bundleOf(slug);
  const people: readonly [string | null, DepositorState][] = [
    [null, core.initial],
    ...Object.entries(PERSONAS).map(([name, { state }]) => [name, { ...core.initial, ...state }] as [string, DepositorState]),
  ];
  const can = new Map(
    people.map(([name, state]) => {
      const visits = Object.keys(core.screens).map((screen) => {
        const { as = name } = ACCESS[screen] ?? {};
        return PASSED_THROUGH.has(screen) || as !== name ? null : visitOf(slug, screen, state);
      });
      return [name, visits.filter((visit) => visit !== null)];
    }),
  );
  const left = new Set(Object.keys(core.screens).filter((screen) => !PASSED_THROUGH.has(screen)));
  const chosen: ScreenSession[] = [];
  const addSession = (persona: string | null) => {
    const visits = (can.get(persona) ?? []).filter(({ screen }) => left.has(screen));
    for (const { screen } of visits) left.delete(screen);
    chosen.push({ persona, visits: visits.sort((one, other) => disturbance(one) - disturbance(other)) });
  };
  // First without a sign-in, then repeatedly the persona who sees most of the remaining screens.
  addSession(null);
  while (left.size > 0) {
    const seen = (name: string | null) => (can.get(name) ?? []).filter(({ screen }) => left.has(screen)).length;
    const [best = null] = [...can.keys()].sort((one, other) => seen(other) - seen(one));
    if (seen(best) === 0) throw new Error(`Nobody can be brought to: ${[...left].join(", ")}. Add it to ACCESS.`);
    addSession(best);
  }
  return chosen;
}

/** Keys of the blocks of a screen that send data: forms, and documents to attest to. */
export function formsOf(slug: string, screen: string): readonly string[] {
  const { core, journeys } = bundleOf(slug);
  const journey = core.screens[screen]?.journey;
  const keys: string[] = [];
  const read = (blocks: readonly CompiledBlock[]) => {
    for (const block of blocks) {
      if (block.block === "form" || "attest" in block) keys.push(block.key);
      if ("body" in block) read(block.body as unknown as readonly CompiledBlock[]);
    }
  };
  read(journeys[journey ?? ""]?.screens[screen]?.body ?? []);
  return keys;
}
