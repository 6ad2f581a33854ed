/** The steps of registration: what a depositor must have done to stand at one. The order of pages is the flow's, not the bank's. */

import type { Selectable } from "kysely";
import type { DepositorRow } from "./database/people.js";
import { MAY_LINK } from "./kyc.js";
import { Refusal } from "./refusal.js";

export const STEPS = ["basic", "address", "employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed"] as const;
export type Step = (typeof STEPS)[number];

export const isStep = (word: string): word is Step => (STEPS as readonly string[]).includes(word);
const rankOf = (step: string | null): number => (step === null ? -1 : STEPS.indexOf(step as Step));

/** What the bank knows of a depositor's way so far. */
export interface Standing {
  readonly depositor: Selectable<DepositorRow>;
  readonly linked: boolean;
  readonly attested: boolean;
  readonly amountSaved: boolean;
  readonly funded: boolean;
}

type Prerequisite = (standing: Standing) => string | null;

const open: Prerequisite = () => null;
const told: Prerequisite = ({ depositor }) => {
  const missing = (["basic", "address", "employer"] as const).filter((part) => depositor[part] === null);
  return missing.length > 0 ? `missing: ${missing.join(", ")}` : null;
};
const identified: Prerequisite = ({ depositor }) =>
  MAY_LINK.has(depositor.registration_status ?? "") ? null : "the identity check has not passed";
const linked: Prerequisite = (standing) => identified(standing) ?? (standing.linked ? null : "no verified bank account");
const attested: Prerequisite = (standing) =>
  linked(standing) ?? (standing.amountSaved ? null : "no initial amount") ?? (standing.attested ? null : "disclosures not attested");
const paid: Prerequisite = (standing) => (standing.funded ? null : "not funded");

const PREREQUISITES: Readonly<Record<Step, Prerequisite>> = {
  basic: open,
  address: open,
  employer: open,
  confirmed: told,
  bank: identified,
  verified: linked,
  disclosures: attested,
  funded: paid,
  completed: paid,
};

const refused = (why: string): Refusal =>
  new Refusal(409, "step_refused", `This step cannot be taken yet: ${why}.`, { data: { reason: why } });

/** Refuses a step whose prerequisites are missing, and a way back behind what has been settled for good. */
export function requireStep(standing: Standing, step: Step): void {
  const from = standing.depositor.registration_last_step;
  if (from === step) return;
  if (rankOf(from) >= rankOf("bank") && rankOf(step) < rankOf("bank")) throw refused("the identity has been checked already");
  if (rankOf(from) >= rankOf("funded") && rankOf(step) < rankOf(from)) throw refused("the account has been funded already");
  const why = PREREQUISITES[step](standing);
  if (why !== null) throw refused(why);
}
