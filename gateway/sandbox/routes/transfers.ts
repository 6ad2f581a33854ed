/** Exports the routes of deposits after the first one, withdrawals, their cancelling, and closing the account. */
import { acceptClosing, type ClosingRequest } from "../account-closing.js";
import { isFrequency } from "../deposit-series.js";
import { depositorOf } from "../depositors.js";
import { acceptDeposit, type DepositRequest, depositPreview } from "../deposits.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { type CancelScope, cancelTransfer } from "../transfer-cancelling.js";
import { acceptWithdrawal, type WithdrawalRequest, withdrawalPreview } from "../withdrawals.js";

const caller = (call: RouteRequest<unknown>) => depositorOf(call.work, sessionOf(call).userUuid);

export const transferRoutes: readonly Route[] = [
  route<DepositRequest>({
    method: "POST",
    path: "/deposit",
    auth: "full",
    summary:
      "Makes a deposit, or schedules one or a series of them: at most $50,000 a day and $250,000 a month. The first one from a linked account needs a step-up code (`mfa-select`, `mfa-verify`).",
    body: "DepositRequest",
    response: "RequestAccepted",
    idempotency: { required: true },
    errors: [
      [403, "not_allowed"],
      [403, "account_closing"],
      [403, "under_review"],
      [403, "step_up_required"],
      [409, "conflict"],
      [422, "no_source"],
      [422, "over_limit"],
    ],
    async handler(call) {
      return { data: { request_id: await acceptDeposit(call.work, sessionOf(call), call.body) } };
    },
  }),
  route<WithdrawalRequest>({
    method: "POST",
    path: "/withdraw",
    auth: "full",
    summary: "Withdraws money to a linked account, after a step-up code (`mfa-select`, `mfa-verify`) that permits one such call.",
    body: "WithdrawRequest",
    response: "RequestAccepted",
    idempotency: { required: true },
    errors: [
      [403, "not_allowed"],
      [403, "account_closing"],
      [403, "under_review"],
      [403, "step_up_required"],
      [403, "withdrawals_held"],
      [409, "conflict"],
      [422, "no_source"],
      [422, "insufficient_funds"],
    ],
    async handler(call) {
      return { data: { request_id: await acceptWithdrawal(call.work, sessionOf(call), call.body) } };
    },
  }),
  route<ClosingRequest>({
    method: "POST",
    path: "/close-my-account",
    auth: "full",
    summary: "Closes the account, after a step-up code: credits the accrued interest and sends the balance to a linked account.",
    body: "CloseAccountRequest",
    response: "RequestAccepted",
    idempotency: { required: true },
    errors: [
      [403, "not_allowed"],
      [403, "account_closing"],
      [403, "under_review"],
      [403, "step_up_required"],
      [403, "withdrawals_held"],
      [409, "conflict"],
      [409, "transfers_pending"],
      [422, "no_source"],
    ],
    async handler(call) {
      return { data: { request_id: await acceptClosing(call.work, sessionOf(call), call.body) } };
    },
  }),
  route<{ scope?: CancelScope }>({
    method: "POST",
    path: "/transactions/{id}/void",
    auth: "full",
    summary: "Cancels a deposit or withdrawal before it is sent; `scope` `series` also stops the recurring deposits that follow.",
    body: "VoidRequest",
    response: "RequestAccepted",
    idempotency: { required: true },
    errors: [
      [403, "not_allowed"],
      [404, "not_found"],
      [409, "conflict"],
      [422, "not_cancellable"],
    ],
    async handler(call) {
      const { id = "" } = call.params;
      const { request_id, message } = await cancelTransfer(call.work, sessionOf(call).userUuid, id, call.body.scope ?? "run");
      return { data: { request_id }, message };
    },
  }),
  route({
    method: "GET",
    path: "/x/deposit-preview",
    auth: "full",
    summary: "Returns the dates of a deposit and what the limits leave. A date that is not a business day becomes the next one.",
    query: "DepositPreviewQuery",
    response: "DepositPreview",
    extension: "transfer_preview",
    errors: [
      [403, "not_allowed"],
      [403, "account_closing"],
      [403, "under_review"],
      [422, "no_source"],
      [422, "over_limit"],
    ],
    async handler(call) {
      const { amount, date, frequency, ends_on, day_of_month, replaces, linked_account_id } = call.query;
      const timing = {
        ...(amount === undefined ? {} : { amount }),
        ...(replaces === undefined ? {} : { replaces }),
        ...(linked_account_id === undefined ? {} : { linked_account_id }),
        ...(date === undefined ? {} : { date }),
        ...(day_of_month === undefined ? {} : { day_of_month: Number(day_of_month) }),
        frequency: isFrequency(frequency) ? frequency : ("once" as const),
        ends_on: ends_on ?? null,
      };
      return { data: await depositPreview(call.work, await caller(call), timing) };
    },
  }),
  route({
    method: "GET",
    path: "/x/withdrawal-preview",
    auth: "full",
    summary: "Returns the dates and holds of a withdrawal to a linked account, and what closing the account would pay.",
    query: "WithdrawalPreviewQuery",
    response: "WithdrawalPreview",
    extension: "transfer_preview",
    errors: [
      [403, "not_allowed"],
      [422, "no_source"],
      [422, "insufficient_funds"],
    ],
    async handler(call) {
      return { data: await withdrawalPreview(call.work, await caller(call), call.query.linked_account_id ?? "", call.query.amount) };
    },
  }),
];
