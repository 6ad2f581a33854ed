/** Exports a depositor for each screen: the first shipped persona that the screen admits, or the one listed below. */

import type { DepositorState, Location } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Json } from "../../src/language/definition.js";
import { AUTH, NOW } from "./screen-walk.js";
import { bundleOf, PERSONAS } from "./shipped.js";

export interface PersonaState {
  readonly state: DepositorState;
  readonly location: Location;
}

type Slices = { readonly [slice: string]: Json };

interface Placed {
  readonly persona?: string;
  readonly slices?: Slices;
  readonly routeState?: Json;
}

const WAITING: Placed = {
  slices: { auth: { ...AUTH, phone: "(•••) •••-0134", nonceToken: "n", mfa: "sms" }, progress: null },
};

/** Screens that admit no persona without changes, and actions that need more state than their screen. */
const PLACED: Readonly<Record<string, Placed>> = {
  login: {},
  registration: {},
  "login.forgot-password": {},
  "login.reset-password": { routeState: { email: "dana@example.com", token: "token-1" } },
  "email-verified": { routeState: { token: "token-1" } },
  "login.choose-mfa": WAITING,
  "setup-mobile-mfa": WAITING,
  "otp-verification": WAITING,
  "joint-account.onboarding": { routeState: { uuid: "i-1", hash: "h" } },
  "joint-account.onboarding.ssn-verification": { routeState: { uuid: "i-1", hash: "h" } },
  "joint-account.onboarding.create-password": { routeState: { email: "robin@example.com", token: "token-1" } },
  "message-center.seen": { persona: "active", routeState: { thread: "thread-1", unread: "message-2" } },
  "registration.landing": { persona: "new" },
  "registration.landing.loadProgress": { persona: "new", slices: { progress: null } },
  "registration.link-account-selection": { persona: "bank", routeState: { method: "fastlink" } },
  "relink.selection": { persona: "relink", routeState: { method: "fastlink" } },
  "manual-funding.microdeposits.reissue": { persona: "microdeposits-sent" },
  "manual-funding.microdeposits": { persona: "microdeposits-sent" },
  "registration.duplicate-notification": { persona: "duplicate-ssn", slices: { registration: { duplicateSsn: true } } },
  "fund-account.ready-to-fund.check": { persona: "disclosures", slices: { transfer: { status: "PENDING" }, requests: { funding: "r" } } },
  "funding-returned.check": { persona: "funding-returned", slices: { transfer: { status: "PENDING" }, requests: { funding: "r" } } },
  "fund-account.successful-fund": { persona: "funded", slices: { transfer: { status: "SUCCESS" } } },
};

/** A depositor on a screen who can raise one of its actions. Throws when there is none, so that no screen is omitted by accident. */
export function personaAt(slug: string, screen: string, action: string | null = null): PersonaState {
  const { core } = bundleOf(slug);
  const [pathname = ""] = core.screens[screen]?.paths ?? [];
  const placed = PLACED[`${screen}.${action}`] ?? PLACED[screen];
  const persons = placed === undefined ? Object.keys(PERSONAS) : [placed.persona ?? ""];
  const location = { pathname, search: "", state: placed?.routeState ?? null };
  for (const person of persons) {
    const state = { ...core.initial, ...PERSONAS[person]?.state, ...placed?.slices };
    if (resolve(core, state, location, NOW).screen === screen) return { state, location };
  }
  throw new Error(`No persona reaches ${screen}${action === null ? "" : ` to raise ${action}`}: add one to tests/flows/persona-states.ts.`);
}
