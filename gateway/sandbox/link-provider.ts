/**
 * Exports the simulated account link provider: its banks, the result of a depositor's session there, and the
 * server-to-server lookup from which the bank creates a link. The browser only passes on the ids of a session.
 */

import { ApiError, unauthorized } from "./api-error.js";
import { type Depositor, lockDepositor, setStep } from "./depositors.js";
import { institutionOf } from "./institutions.js";
import { createLink, type LinkedAccount, requireLinkAllowed, requireSameInstitution } from "./links.js";
import type { BrandFacts } from "./options.js";
import { mayLinkAgain, requireNoReview } from "./returns.js";
import { configuredBrand, hashOf, newToken, type UnitOfWork } from "./unit-of-work.js";

const TOKEN_MS = 30 * 60 * 1000;
const CONFIG_NAME = "Verification";
/** The routing number of a bank that belongs to no institution. */
const OTHER_BANK = "011000015";

const PROVIDER_BANKS = ["Good", "MFA", "Timeout", "Locked", "Close"] as const;

/** A bank that the provider's page offers; each has one result (`OUTCOMES`). */
export type ProviderBank = (typeof PROVIDER_BANKS)[number];

/**
 * The result at each bank: `MFA` succeeds after its own code, `Close` aborts. Good Bank is the institution itself, for
 * link modes that allow only its accounts; MFA Bank is another bank.
 */
const OUTCOMES: Readonly<Record<ProviderBank, { readonly status: string; readonly additional: string }>> = {
  Good: { status: "SUCCESS", additional: "AVAILABLE_DATA_RETRIEVED" },
  MFA: { status: "SUCCESS", additional: "AVAILABLE_DATA_RETRIEVED" },
  Timeout: { status: "FAILED", additional: "REQUEST_TIME_OUT" },
  Locked: { status: "FAILED", additional: "ACCOUNT_LOCKED" },
  Close: { status: "FAILED", additional: "USER_ABORTED" },
};

/** The configuration with which the app opens the provider. Throws `ApiError` 403 where the brand or a review allows no link. */
export async function fastlinkConfig(work: UnitOfWork, brand: BrandFacts, depositor: Depositor) {
  requireLinkAllowed(brand, depositor, "FASTLINK");
  await requireNoReview(work, depositor.entity_uuid);
  const broken = await work.db
    .selectFrom("linked_accounts")
    .select(["provider_account_id", "return_code", "retries_left"])
    .where("entity_uuid", "=", depositor.entity_uuid)
    .where("relink_required", "=", true)
    .where("provider_account_id", "is not", null)
    .orderBy("position", "desc")
    .executeTakeFirst();
  const token = newToken(work.bank);
  // An account that may not be linked again is not edited: the depositor chooses another account.
  const edit = broken && mayLinkAgain(broken) ? broken.provider_account_id : null;
  await work.db
    .insertInto("provider_tokens")
    .values({
      token_hash: hashOf(token),
      depositor_uuid: depositor.uuid,
      flow: edit === null ? "add" : "edit",
      provider_account_id: edit,
      expires_at: new Date(work.bank.systemNow().getTime() + TOKEN_MS),
    })
    .execute();
  return {
    fastLinkURL: `${work.bank.options.sandboxOrigin}/sandbox/fastlink/`,
    accessToken: token,
    params: { configName: CONFIG_NAME, ...(edit === null ? {} : { flow: "edit", providerAccountId: edit }) },
  };
}

async function requireProviderToken(work: UnitOfWork, token: string) {
  const row = await work.db
    .selectFrom("provider_tokens")
    .innerJoin("depositors", "depositors.uuid", "provider_tokens.depositor_uuid")
    .innerJoin("users", "users.uuid", "depositors.user_uuid")
    .select(["provider_tokens.depositor_uuid", "provider_tokens.flow", "provider_tokens.provider_account_id", "users.brand"])
    .where("provider_tokens.token_hash", "=", hashOf(token))
    .where("provider_tokens.expires_at", ">", work.bank.systemNow())
    .executeTakeFirst();
  if (!row) throw unauthorized("This link has expired.");
  return row;
}

/** The data of the provider's page. */
export async function startProviderSession(work: UnitOfWork, token: string) {
  const session = await requireProviderToken(work, token);
  return { banks: PROVIDER_BANKS, flow: session.flow, institution: configuredBrand(work.bank, session.brand).name };
}

/** The result of a session at the provider, as its page posts it to the app. */
export interface Site {
  readonly providerId: number;
  readonly providerName: string;
  readonly providerAccountId: number;
  readonly requestId: string;
  readonly status: string;
  readonly additionalStatus: string;
}

/** Finishes a session at one of the provider's banks: saves the result and returns it for the page to post. */
export async function finishProviderSession(work: UnitOfWork, token: string, bank: ProviderBank): Promise<Site> {
  const session = await requireProviderToken(work, token);
  const outcome = OUTCOMES[bank];
  const accountId = session.provider_account_id ?? String(10_000_000 + (work.bank.random(4).readUInt32BE() % 89_999_999));
  const site: Site = {
    providerId: 16441 + PROVIDER_BANKS.indexOf(bank),
    providerName: `${bank} Bank`,
    providerAccountId: Number(accountId),
    requestId: work.bank.random(12).toString("base64url"),
    status: outcome.status,
    additionalStatus: outcome.additional,
  };
  await work.db
    .insertInto("provider_sites")
    .values({
      request_id: site.requestId,
      provider_account_id: accountId,
      depositor_uuid: session.depositor_uuid,
      provider_id: String(site.providerId),
      provider_name: site.providerName,
      status: site.status,
      additional_status: site.additionalStatus,
      account_type: "checking",
      routing_number: bank === "MFA" ? OTHER_BANK : (institutionOf(session.brand).same_institution_routing_numbers[0] ?? OTHER_BANK),
      account_number_last4: accountId.slice(-4).replace(/^9/, "8"),
      created_at: work.at,
    })
    .execute();
  return site;
}

/** Looks up the account of a provider session and links it. */
export async function linkFromProvider(
  work: UnitOfWork,
  brand: BrandFacts,
  userUuid: string,
  requestId: string,
  providerAccountId: string,
): Promise<LinkedAccount> {
  const depositor = await lockDepositor(work, userUuid);
  requireLinkAllowed(brand, depositor, "FASTLINK");
  await requireNoReview(work, depositor.entity_uuid);
  const site = await work.db
    .selectFrom("provider_sites")
    .selectAll()
    .where("request_id", "=", requestId)
    .where("provider_account_id", "=", providerAccountId)
    .where("depositor_uuid", "=", depositor.uuid)
    .executeTakeFirst();
  const failed = (message: string) => new ApiError(422, "not_linked", message, { errors: { provider_account_id: [message] } });
  if (!site) throw failed("The link provider doesn't recognize this account.");
  if (site.status !== "SUCCESS") throw failed("We couldn't link your bank. Try again, or use another bank.");
  requireSameInstitution(brand, site.routing_number, "provider_account_id");
  const { row } = await createLink(work, {
    entityUuid: depositor.entity_uuid,
    kind: "FASTLINK",
    status: "ACTIVE",
    institution: site.provider_name,
    accountType: site.account_type,
    routingNumber: site.routing_number,
    accountNumber: site.provider_account_id,
    last4: site.account_number_last4,
    providerAccountId: site.provider_account_id,
  });
  if (depositor.registration_last_step === "bank") await setStep(work, depositor.uuid, "verified");
  return row;
}
