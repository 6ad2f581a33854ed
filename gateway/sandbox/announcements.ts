/** Exports an institution's service notice and banners. They last until they are removed or the bank is reset. */
import type { BrandFacts } from "./options.js";
import { readSetting, writeSetting } from "./settings.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

const noticeKey = (brand: Pick<BrandFacts, "slug">): string => `notice:${brand.slug}`;

/** The service notice, such as planned maintenance; null when there is none. */
export async function noticeOf(work: UnitOfWork, brand: BrandFacts): Promise<string | null> {
  return (await readSetting(work.db, noticeKey(brand))) || null;
}

/** Replaces the institution's service notice; null removes it. */
export async function setNotice(work: UnitOfWork, brand: BrandFacts, notice: string | null): Promise<void> {
  await writeSetting(work.db, noticeKey(brand), notice ?? "");
}

/** A banner to add, for all depositors of an institution. */
export interface NewBanner {
  /** 0 success, 1 info, 2 warning, 3 error (S9). */
  readonly type: number;
  readonly message: string;
}

/** Adds a banner before the existing ones. */
export async function addBanner(work: UnitOfWork, brand: BrandFacts, banner: NewBanner) {
  const uuid = newUuid(work.bank);
  await work.db
    .insertInto("banners")
    .values({ uuid, brand: brand.slug, ...banner, active: true, created_at: work.at })
    .execute();
  return { uuid, ...banner };
}

/** Deactivates an institution's banners; their rows stay in the table. */
export async function deactivateBanners(work: UnitOfWork, brand: BrandFacts): Promise<void> {
  await work.db.updateTable("banners").set({ active: false }).where("brand", "=", brand.slug).execute();
}
