/**
 * Exports the beneficiaries of an account: adding, editing, dividing the shares, removing. Every change locks the account's
 * entity, so that the shares add up to 100.00 % whatever two holders or two tabs do at once.
 */
import type { Selectable } from "kysely";
import { dayOf } from "../calendar/banking-days.js";
import { requireChanges, requireFunded } from "./account-access.js";
import { requireNoClosing } from "./accounts.js";
import { equalShares, percentOf, scaledShares, shareOf, WHOLE } from "./allocations.js";
import { ApiError, invalid, notFound } from "./api-error.js";
import type { BeneficiaryRow } from "./database/tables.js";
import { type Depositor, lockDepositor } from "./depositors.js";
import { hmacOf, newUuid, type UnitOfWork } from "./unit-of-work.js";

type Beneficiary = Selectable<BeneficiaryRow>;

const MOST = 10;

/** The request's properties of a beneficiary; `first_name` to `relationship` belong to a person, `name` to the others. */
export interface BeneficiaryRequest {
  readonly kind: "person" | "trust" | "organization";
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly date_of_birth?: string | null;
  readonly relationship?: string | null;
  readonly name?: string | null;
  /** An SSN or EIN; the bank keeps its last four digits and a keyed hash. */
  readonly tax_id?: string | null;
  readonly street: string;
  readonly street2?: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** Who receives which percentage: `"33.34"`. */
export interface Allocation {
  readonly uuid: string;
  readonly allocation: string;
}

const nameOf = (row: Beneficiary): string => row.name ?? `${row.first_name ?? ""} ${row.last_name ?? ""}`.trim();

function wire(row: Beneficiary) {
  const { street = null, street2 = null, city = null, state = null, zip = null } = row.address ?? {};
  return {
    uuid: row.uuid,
    kind: row.kind,
    name: nameOf(row),
    first_name: row.first_name,
    last_name: row.last_name,
    relationship: row.relationship,
    date_of_birth: row.date_of_birth,
    tax_id_last4: row.tax_id_last4,
    street,
    street2,
    city,
    state,
    zip,
    allocation: row.allocation,
  };
}

function rowsOf(work: UnitOfWork, entityUuid: string): Promise<Beneficiary[]> {
  return work.db.selectFrom("beneficiaries").selectAll().where("entity_uuid", "=", entityUuid).orderBy("position").execute();
}

/** The beneficiaries as the API returns them, in the order in which they were added; shares as `"33.34"` percent. */
export async function beneficiariesOf(work: UnitOfWork, entityUuid: string) {
  return (await rowsOf(work, entityUuid)).map(wire);
}

/** The primary holder, whose account is locked until the transaction ends. */
async function lockedHolder(work: UnitOfWork, userUuid: string): Promise<Depositor> {
  const holder = await lockDepositor(work, userUuid);
  if (!holder.is_primary) throw new ApiError(403, "not_allowed", "Only the primary account holder can change beneficiaries.");
  requireChanges(holder, "You can't change beneficiaries right now.");
  requireFunded(holder, "You can add beneficiaries after you fund your account.");
  return holder;
}

function columnsOf(work: UnitOfWork, holder: Depositor, request: BeneficiaryRequest) {
  const person = request.kind === "person";
  const required = person ? (["first_name", "last_name", "date_of_birth", "relationship"] as const) : (["name"] as const);
  const missing = required.filter((field) => !request[field]?.trim());
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((field) => [field, ["Enter this information."]])));
  if (person && String(request.date_of_birth) > dayOf(work.at)) throw invalid({ date_of_birth: ["Enter a date in the past."] });
  const { street, street2 = null, city, state, zip } = request;
  const digits = request.tax_id?.replace(/\D/g, "");
  const taxId = digits ? { tax_id_hmac: hmacOf(work.bank, "tax-id", holder.entity_uuid, digits), tax_id_last4: digits.slice(-4) } : {};
  return {
    kind: request.kind,
    first_name: person ? (request.first_name ?? null) : null,
    last_name: person ? (request.last_name ?? null) : null,
    date_of_birth: person ? (request.date_of_birth ?? null) : null,
    relationship: person ? (request.relationship ?? null) : null,
    name: person ? null : (request.name ?? null),
    address: JSON.stringify({ street, street2, city, state, zip }),
    ...taxId,
  };
}

async function saveShares(work: UnitOfWork, rows: readonly { readonly uuid: string }[], shares: readonly number[]): Promise<void> {
  for (const [index, row] of rows.entries())
    await work.db
      .updateTable("beneficiaries")
      .set({ allocation: percentOf(shares[index] ?? 0) })
      .where("uuid", "=", row.uuid)
      .execute();
}

/**
 * Adds a beneficiary. With a share, the others keep their proportions within the rest; without one, all share equally. The
 * first beneficiary receives everything.
 */
export async function addBeneficiary(
  work: UnitOfWork,
  userUuid: string,
  { share, ...request }: BeneficiaryRequest & { readonly share?: string | null },
) {
  const holder = await lockedHolder(work, userUuid);
  await requireNoClosing(work, holder.entity_uuid, "Your account is closing, so you can't add a beneficiary.");
  const before = await rowsOf(work, holder.entity_uuid);
  if (before.length >= MOST) throw new ApiError(409, "too_many", `You can name up to ${MOST} beneficiaries.`);
  const shares = before.length === 0 ? [WHOLE] : share ? sharesWith(before, share) : equalShares(before.length + 1);
  const row = await work.db
    .insertInto("beneficiaries")
    .values({
      uuid: newUuid(work.bank),
      entity_uuid: holder.entity_uuid,
      ...columnsOf(work, holder, request),
      allocation: percentOf(shares.at(-1) ?? WHOLE),
      created_at: work.at,
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await saveShares(work, [...before, row], shares);
  return beneficiariesOf(work, holder.entity_uuid);
}

function sharesWith(before: readonly Beneficiary[], percent: string): number[] {
  const share = shareOf(percent);
  const others =
    share === null
      ? null
      : scaledShares(
          before.map((row) => shareOf(row.allocation) ?? 0),
          WHOLE - share,
        );
  if (share === null || others === null) throw invalid({ share: ["Enter a share that leaves something for the others."] });
  return [...others, share];
}

async function requireBeneficiary(work: UnitOfWork, entityUuid: string, uuid: string): Promise<Beneficiary[]> {
  const rows = await rowsOf(work, entityUuid);
  if (!rows.some((row) => row.uuid === uuid)) throw notFound("This beneficiary");
  return rows;
}

/** Replaces the details of a beneficiary; the share stays, and so does the tax number when the request has none. */
export async function editBeneficiary(work: UnitOfWork, userUuid: string, uuid: string, request: BeneficiaryRequest) {
  const holder = await lockedHolder(work, userUuid);
  await requireBeneficiary(work, holder.entity_uuid, uuid);
  await work.db
    .updateTable("beneficiaries")
    .set(columnsOf(work, holder, request))
    .where("uuid", "=", uuid)
    .execute();
  return beneficiariesOf(work, holder.entity_uuid);
}

/** The shares in the order of `rows`; throws unless every row has exactly one and they add up to 100.00 %. */
function sharesFor(rows: readonly Beneficiary[], allocations: readonly Allocation[]): number[] {
  const given = new Map(allocations.map(({ uuid, allocation }) => [uuid, shareOf(allocation)]));
  if (given.size !== allocations.length || given.size !== rows.length || rows.some((row) => !given.has(row.uuid)))
    throw new ApiError(409, "conflict", "Your beneficiaries have changed. Check the shares and try again.");
  const shares = rows.map((row) => given.get(row.uuid) ?? 0);
  if (shares.includes(0)) throw invalid({ allocations: ["Each share must be from 0.01% to 100.00%."] });
  if (shares.reduce((sum, share) => sum + share, 0) !== WHOLE) throw invalid({ allocations: ["Shares must add up to 100.00%."] });
  return shares;
}

/** Divides the account among all its beneficiaries; without `allocations`, equally. */
export async function updateAllocations(work: UnitOfWork, userUuid: string, allocations: readonly Allocation[] | null) {
  const holder = await lockedHolder(work, userUuid);
  const rows = await rowsOf(work, holder.entity_uuid);
  if (rows.length === 0) throw notFound("A beneficiary");
  await saveShares(work, rows, allocations === null ? equalShares(rows.length) : sharesFor(rows, allocations));
  return beneficiariesOf(work, holder.entity_uuid);
}

/** Removes the only beneficiary. */
export async function removeBeneficiary(work: UnitOfWork, userUuid: string, uuid: string) {
  const holder = await lockedHolder(work, userUuid);
  const rows = await requireBeneficiary(work, holder.entity_uuid, uuid);
  if (rows.length > 1) throw new ApiError(409, "conflict", "Decide how the other beneficiaries share the account.");
  await work.db.deleteFrom("beneficiaries").where("uuid", "=", uuid).execute();
  return beneficiariesOf(work, holder.entity_uuid);
}

/**
 * Removes a beneficiary and divides the account among the others in one step: by `allocations`, or in their present
 * proportions.
 */
export async function removeAndReallocate(work: UnitOfWork, userUuid: string, uuid: string, allocations: readonly Allocation[] | null) {
  const holder = await lockedHolder(work, userUuid);
  const left = (await requireBeneficiary(work, holder.entity_uuid, uuid)).filter((row) => row.uuid !== uuid);
  const shares =
    allocations === null
      ? scaledShares(
          left.map((row) => shareOf(row.allocation) ?? 0),
          WHOLE,
        )
      : sharesFor(left, allocations);
  await work.db.deleteFrom("beneficiaries").where("uuid", "=", uuid).execute();
  if (left.length > 0) await saveShares(work, left, shares ?? []);
  return beneficiariesOf(work, holder.entity_uuid);
}
