/** Exports the registration steps and their prerequisites. The flow, not the bank, defines the order of the pages. */

import type { Selectable } from "kysely";
import { ApiError } from "./api-error.js";
import type { DepositorRow } from "./database/user-tables.js";
import { LINKABLE_STATUSES } from "./identity-check.js";

const STEPS = ["basic", "address", "employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed"] as const;
export type Step = (typeof STEPS)[number];

export const isStep = (name: string): name is Step => (STEPS as readonly string[]).includes(name);
const rankOf = (step: string | null): number => (step === null ? -1 : STEPS.indexOf(step as Step));

/** The facts that decide which steps a depositor may take. */
export interface RegistrationFacts {
  readonly depositor: Selectable<DepositorRow>;
  readonly linked: boolean;
  readonly attested: boolean;
  readonly amountSaved: boolean;
  readonly funded: boolean;
}

type Prerequisite = (facts: RegistrationFacts) => string | null;

const always: Prerequisite = () => null;
const pagesSubmitted: Prerequisite = ({ depositor }) => {
  const missing = (["basic", "address", "employer"] as const).filter((part) => depositor[part] === null);
  return missing.length > 0 ? `missing: ${missing.join(", ")}` : null;
};
const identified: Prerequisite = ({ depositor }) =>
  LINKABLE_STATUSES.has(depositor.registration_status ?? "") ? null : "the identity check has not passed";
const linked: Prerequisite = (facts) => identified(facts) ?? (facts.linked ? null : "no verified bank account");
const attested: Prerequisite = (facts) =>
  linked(facts) ?? (facts.amountSaved ? null : "no initial amount") ?? (facts.attested ? null : "disclosures not attested");
const funded: Prerequisite = (facts) => (facts.funded ? null : "not funded");

const PREREQUISITES: Readonly<Record<Step, Prerequisite>> = {
  basic: always,
  address: always,
  employer: always,
  confirmed: pagesSubmitted,
  bank: identified,
  verified: linked,
  disclosures: attested,
  funded,
  completed: funded,
};

const stepRefused = (reason: string): ApiError =>
  new ApiError(409, "step_refused", `This step cannot be taken yet: ${reason}.`, { data: { reason: reason } });

/** Throws when a step's prerequisites are missing, when it goes back to before the identity check, or back from the funding. */
export function requireStep(facts: RegistrationFacts, step: Step): void {
  const from = facts.depositor.registration_last_step;
  if (from === step) return;
  if (rankOf(from) >= rankOf("bank") && rankOf(step) < rankOf("bank")) throw stepRefused("the identity has been checked already");
  if (rankOf(from) >= rankOf("funded") && rankOf(step) < rankOf(from)) throw stepRefused("the account has been funded already");
  const reason = PREREQUISITES[step](facts);
  if (reason !== null) throw stepRefused(reason);
}
