/** Exports the routes of accounts, links, funding and transfers. */
import { figuresOf } from "../account-figures.js";
import { transactionsOf } from "../account-transactions.js";
import { isRefusedHolder, visibleAccountOf } from "../accounts.js";
import { withdrawalsHeldUntil } from "../contact-changes.js";
import { depositorOf, progressOfUser } from "../depositors.js";
import { fund, fundingContext, fundingPreview, initialFunding, saveInitialAmount } from "../funding.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { fastlinkConfig, linkFromProvider } from "../link-provider.js";
import { linksOf, linkWire } from "../links.js";
import { linkManually, type ManualLinkRequest, reissueMicrodeposits, verifyMicrodeposits } from "../manual-link.js";
import { requestStatus } from "../requests.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);
const progressFor = (call: RouteRequest<unknown>) => progressOfUser(call.work, sessionOf(call).userUuid);

export const linkRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/linked-accounts",
    auth: "full",
    summary: "Returns linked bank accounts: what is in use first, the newest before the rest.",
    response: "LinkedAccount[]",
    async handler(call) {
      const depositor = await caller(call);
      return { data: isRefusedHolder(depositor) ? [] : (await linksOf(call.work, depositor.entity_uuid)).map(linkWire) };
    },
  }),
  route({
    method: "GET",
    path: "/fastlink",
    auth: "full",
    summary: "Returns a token and address for the link provider's page.",
    response: "FastlinkConfig",
    errors: [
      [403, "not_allowed"],
      [403, "link_restricted"],
      [403, "under_review"],
    ],
    async handler(call) {
      return { data: await fastlinkConfig(call.work, call.brand, await caller(call)) };
    },
  }),
  route<{ request_id: string | number; provider_account_id: string | number }>({
    method: "POST",
    path: "/link/fastlink",
    auth: "full",
    summary: "Links the account behind the provider's ids, after asking the provider.",
    body: "FastlinkRequest",
    idempotency: { required: false },
    response: "Linked",
    status: 201,
    errors: [
      [403, "not_allowed"],
      [403, "link_restricted"],
      [403, "under_review"],
      [422, "not_linked"],
      [422, "other_institution"],
      [409, "conflict"],
    ],
    async handler(call) {
      const row = await linkFromProvider(
        call.work,
        call.brand,
        sessionOf(call).userUuid,
        String(call.body.request_id),
        String(call.body.provider_account_id),
      );
      return { data: { linked_account: linkWire(row), progress: await progressFor(call) } };
    },
  }),
  route<ManualLinkRequest>({
    method: "POST",
    path: "/link/manual",
    auth: "full",
    summary: "Links an account by its numbers and sends it two small deposits.",
    body: "ManualLinkRequest",
    idempotency: { required: false },
    response: "Linked",
    status: 201,
    errors: [
      [403, "not_allowed"],
      [403, "link_restricted"],
      [403, "under_review"],
      [422, "other_institution"],
      [409, "conflict"],
    ],
    async handler(call) {
      const row = await linkManually(call.work, call.brand, sessionOf(call).userUuid, call.body);
      return { data: { linked_account: linkWire(row), progress: await progressFor(call) } };
    },
  }),
  route<{ account_id?: string | null; amounts: readonly number[] }>({
    method: "POST",
    path: "/link/manual/verify",
    auth: "full",
    summary: "Verifies the two amounts, in cents; the third wrong pair locks the account.",
    body: "MicrodepositsRequest",
    idempotency: { required: false },
    response: "MicrodepositsVerified",
    errors: [
      [403, "not_allowed"],
      [403, "locked"],
      [404, "not_found"],
      [422, "wrong_amounts"],
      [422, "not_arrived"],
      [422, "expired"],
      [409, "conflict"],
    ],
    async handler(call) {
      const row = await verifyMicrodeposits(call.work, sessionOf(call).userUuid, call.body.amounts, call.body.account_id ?? null);
      return { data: { linked_account: linkWire(row), progress: await progressFor(call), attempts_left: row.attempts_left } };
    },
  }),
  route<{ account_id: string }>({
    method: "POST",
    path: "/link/manual/reissue",
    auth: "full",
    summary: "Sends two new deposits, one time only.",
    body: "ReissueRequest",
    idempotency: { required: false },
    response: "Reissued",
    errors: [
      [403, "not_allowed"],
      [403, "no_reissue"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      return { data: { linked_account: linkWire(await reissueMicrodeposits(call.work, sessionOf(call).userUuid, call.body.account_id)) } };
    },
  }),
];

async function initialAmount(call: RouteRequest<unknown>) {
  return { data: await initialFunding(call.work, (await caller(call)).entity_uuid) };
}

export const fundingRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/accounts",
    auth: "full",
    summary: "Returns the depositor's accounts, with interest and history.",
    response: "Account[]",
    async handler(call) {
      const depositor = await caller(call);
      const account = await visibleAccountOf(call.work, depositor);
      if (!account) return { data: [] };
      const held = await withdrawalsHeldUntil(call.work, depositor.user_uuid);
      return { data: [{ ...(await figuresOf(call.work, account)), withdrawals_held_until: held?.toISOString() ?? null }] };
    },
  }),
  route({
    method: "GET",
    path: "/initial-fund-amount",
    auth: "full",
    summary: "Returns the first deposit's amount, and its request while it is pending or after it failed.",
    response: "InitialAmount",
    handler: initialAmount,
  }),
  route<{ initial_amount: string }>({
    method: "POST",
    path: "/initial-fund-amount",
    auth: "full",
    summary: "Saves the amount of the first deposit: $1 to $100,000.",
    body: "InitialAmountRequest",
    response: "InitialAmount",
    errors: [
      [403, "forbidden"],
      [409, "already_funded"],
    ],
    async handler(call) {
      await saveInitialAmount(call.work, sessionOf(call).userUuid, call.body.initial_amount);
      return initialAmount(call);
    },
  }),
  route<{ authorized: true }>({
    method: "POST",
    path: "/fund-my-account",
    auth: "full",
    summary: "Makes the first deposit, or makes it again after it was returned.",
    body: "FundRequest",
    response: "RequestAccepted",
    idempotency: { required: true, context: fundingContext },
    errors: [
      [403, "not_allowed"],
      [403, "under_review"],
      [403, "no_retries"],
      [409, "conflict"],
      [409, "already_funded"],
      [422, "no_source"],
      [422, "not_attested"],
      [422, "no_amount"],
    ],
    async handler(call) {
      return {
        data: { request_id: await fund(call.work, call.brand, sessionOf(call).userUuid) },
      };
    },
  }),
  route({
    method: "GET",
    path: "/request/{id}",
    auth: "full",
    summary: "Returns the status of a request.",
    response: "Request",
    errors: [[404, "not_found"]],
    async handler(call) {
      return { data: await requestStatus(call.work, await caller(call), call.params.id ?? "") };
    },
  }),
  route({
    method: "GET",
    path: "/x/funding-preview",
    auth: "full",
    summary: "Returns the dates of a transfer that starts now.",
    response: "FundingPreview",
    extension: "funding_preview",
    async handler(call) {
      return { data: await fundingPreview(call.work, await caller(call)) };
    },
  }),
  route({
    method: "GET",
    path: "/transactions",
    auth: "full",
    summary:
      "Returns the account's transactions, newest first: transfers, interest, returns. The amounts of those with `posted_on` add up to the balance.",
    response: "Transaction[]",
    async handler(call) {
      const account = await visibleAccountOf(call.work, await caller(call));
      return { data: account ? await transactionsOf(call.work, account) : [] };
    },
  }),
];
