/** Exports the routes of beneficiaries and the nonprofit. */
import { isRefusedHolder } from "../accounts.js";
import {
  type Allocation,
  addBeneficiary,
  type BeneficiaryRequest,
  beneficiariesOf,
  editBeneficiary,
  removeAndReallocate,
  removeBeneficiary,
  updateAllocations,
} from "../beneficiaries.js";
import { depositorOf } from "../depositors.js";
import { type Route, type RouteRequest, route, sessionOf } from "../http/route.js";
import { defaultNonprofits, nonprofitOf, searchNonprofits, selectNonprofit } from "../nonprofits.js";
import { requireRecentAuthentication } from "../step-up.js";

const entityOf = async (call: RouteRequest<unknown>) => (await depositorOf(call.work, sessionOf(call).userUuid)).entity_uuid;

/** The user who changes the beneficiaries, and has authenticated recently. */
async function holderOf<Body>(call: RouteRequest<Body>): Promise<string> {
  const { uuid, userUuid } = sessionOf(call);
  await requireRecentAuthentication(call.work, uuid);
  return userUuid;
}

export const relatedPartyRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/depositor/beneficiaries",
    auth: "full",
    summary: "Returns the beneficiaries of the account.",
    response: "Beneficiary[]",
    errors: [[403, "forbidden"]],
    async handler(call) {
      const depositor = await depositorOf(call.work, sessionOf(call).userUuid);
      return { data: isRefusedHolder(depositor) ? [] : await beneficiariesOf(call.work, depositor.entity_uuid) };
    },
  }),
  route<BeneficiaryRequest & { share?: string | null }>({
    method: "POST",
    path: "/depositor/beneficiaries",
    auth: "full",
    summary: "Adds a beneficiary with a share, or with an equal one; the others keep their proportions. Returns all beneficiaries.",
    body: "BeneficiaryRequest",
    idempotency: { required: false },
    response: "Beneficiary[]",
    status: 201,
    errors: [
      [403, "not_allowed"],
      [403, "step_up_required"],
      [409, "too_many"],
    ],
    async handler(call) {
      return { data: await addBeneficiary(call.work, await holderOf(call), call.body) };
    },
  }),
  route<{ allocations?: readonly Allocation[] | null }>({
    method: "PATCH",
    path: "/depositor/beneficiaries/update-allocations",
    auth: "full",
    summary: "Divides the account among all its beneficiaries: by shares that add up to 100.00, or equally.",
    body: "AllocationsRequest",
    response: "Beneficiary[]",
    errors: [
      [403, "not_allowed"],
      [403, "step_up_required"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      return { data: await updateAllocations(call.work, await holderOf(call), call.body.allocations ?? null) };
    },
  }),
  route<BeneficiaryRequest>({
    method: "PATCH",
    path: "/depositor/beneficiaries/{uuid}",
    auth: "full",
    summary: "Changes a beneficiary's information; the share stays.",
    body: "BeneficiaryRequest",
    response: "Beneficiary[]",
    errors: [
      [403, "not_allowed"],
      [403, "step_up_required"],
      [404, "not_found"],
    ],
    async handler(call) {
      return { data: await editBeneficiary(call.work, await holderOf(call), call.params.uuid ?? "", call.body) };
    },
  }),
  route<{ uuid: string }>({
    method: "DELETE",
    path: "/depositor/beneficiary",
    auth: "full",
    summary: "Removes the only beneficiary.",
    body: "BeneficiaryReference",
    response: "Beneficiary[]",
    errors: [
      [403, "not_allowed"],
      [403, "step_up_required"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      return { data: await removeBeneficiary(call.work, await holderOf(call), call.body.uuid) };
    },
  }),
  route<{ uuid: string; allocations?: readonly Allocation[] | null }>({
    method: "POST",
    path: "/depositor/beneficiaries/delete-and-reallocate",
    auth: "full",
    summary: "Removes a beneficiary and divides the account among the others: by shares, or in their present proportions.",
    body: "ReallocationRequest",
    idempotency: { required: false },
    response: "Beneficiary[]",
    errors: [
      [403, "not_allowed"],
      [403, "step_up_required"],
      [404, "not_found"],
      [409, "conflict"],
    ],
    async handler(call) {
      return {
        data: await removeAndReallocate(call.work, await holderOf(call), call.body.uuid, call.body.allocations ?? null),
      };
    },
  }),
  route({
    method: "GET",
    path: "/nonprofits/selected",
    auth: "full",
    summary: "Returns the selected nonprofit.",
    response: "Nonprofit?",
    errors: [[400, "selection"]],
    async handler(call) {
      return { data: await nonprofitOf(call.work, await entityOf(call)) };
    },
  }),
  route({
    method: "GET",
    path: "/nonprofits/default",
    auth: "full",
    summary: "Returns the nonprofits that are offered before a search.",
    response: "Nonprofit[]",
    async handler() {
      return { data: defaultNonprofits() };
    },
  }),
  route({
    method: "GET",
    path: "/nonprofits",
    auth: "full",
    summary: "Finds nonprofits by name, EIN, city or state: at most 20.",
    query: "NonprofitSearch",
    response: "Nonprofit[]",
    async handler(call) {
      return { data: searchNonprofits(String(call.query.search ?? "")) };
    },
  }),
  route<{ ein: string }>({
    method: "POST",
    path: "/nonprofits/select",
    auth: "full",
    summary: "Selects the nonprofit that the account supports.",
    body: "NonprofitSelection",
    response: "Nonprofit",
    errors: [
      [400, "selection"],
      [403, "not_allowed"],
      [404, "not_found"],
    ],
    async handler(call) {
      return { data: await selectNonprofit(call.work, sessionOf(call).userUuid, call.body.ein) };
    },
  }),
];
