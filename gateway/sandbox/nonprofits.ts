/** Exports the nonprofit that an account supports: the sample of organizations, the search in it, the selection. */
import { requireChanges, requireFunded } from "./account-access.js";
import { notFound } from "./api-error.js";
import { readData } from "./data.js";
import { lockDepositor } from "./depositors.js";
import type { UnitOfWork } from "./unit-of-work.js";

interface Organization {
  /** Fictional, in the form of an Employer Identification Number: `12-3456789`. */
  readonly ein: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly state_name: string;
  readonly address: string;
  /** Offered before a search. */
  readonly featured: boolean;
}

const organizations = readData<readonly Organization[]>("nonprofits");
const MOST_RESULTS = 20;

const wire = ({ ein, name, city, state, address }: Organization) => ({
  ein,
  name,
  location: `${city}, ${state}`,
  locationAddress: address,
  status: null,
});

/** The organizations that are offered before a search, in the form of search results; their `status` is null. */
export const defaultNonprofits = () => organizations.filter(({ featured }) => featured).map(wire);

/** The organizations whose name, EIN, city or state contains every word of the search. */
export function searchNonprofits(search: string) {
  const words = search.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const found = organizations.filter((organization) => {
    const { name, ein, city, state, state_name } = organization;
    const text = [name, ein, ein.replace("-", ""), city, state, state_name].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return words.length === 0 ? [] : found.slice(0, MOST_RESULTS).map(wire);
}

/** The nonprofit that an account supports; null while none is selected. */
export async function nonprofitOf(work: UnitOfWork, entityUuid: string) {
  const row = await work.db.selectFrom("nonprofits").selectAll().where("entity_uuid", "=", entityUuid).executeTakeFirst();
  return row ? { ein: row.ein, name: row.name, location: row.location, locationAddress: row.address, status: row.status } : null;
}

/** Selects a nonprofit for the account, instead of the present one. Throws 403 before the account is funded. */
export async function selectNonprofit(work: UnitOfWork, userUuid: string, ein: string) {
  const depositor = await lockDepositor(work, userUuid);
  requireChanges(depositor, "You can't choose a nonprofit right now.");
  requireFunded(depositor, "You can choose a nonprofit after you fund your account.");
  const digits = ein.replace(/\D/g, "");
  const organization = organizations.find((known) => known.ein.replace("-", "") === digits);
  if (!organization) throw notFound("This nonprofit");
  const { entity_uuid } = depositor;
  const { ein: number, name, location, locationAddress: address } = wire(organization);
  const row = { ein: number, name, location, address, status: "COMPLETED", created_at: work.at };
  await work.db
    .insertInto("nonprofits")
    .values({ entity_uuid, ...row })
    .onConflict((conflict) => conflict.column("entity_uuid").doUpdateSet(row))
    .execute();
  return nonprofitOf(work, entity_uuid);
}
