/** What an institution has to announce: a notice of its service, and banners. Until they are taken back, or the bank is reset. */
import type { BrandFacts } from "./options.js";
import { readSetting, writeSetting } from "./settings.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

const noticeKey = (brand: Pick<BrandFacts, "slug">): string => `notice:${brand.slug}`;

/** The notice of maintenance or the like; null when there is none. */
export async function noticeOf(work: UnitOfWork, brand: BrandFacts): Promise<string | null> {
  return (await readSetting(work.db, noticeKey(brand))) || null;
}

export async function setNotice(work: UnitOfWork, brand: BrandFacts, notice: string | null): Promise<void> {
  await writeSetting(work.db, noticeKey(brand), notice ?? "");
}

export interface NewBanner {
  /** S9: 0 success, 1 info, 2 warning, 3 error. */
  readonly type: number;
  readonly message: string;
}

/** Puts a banner up, before those that are up already. */
export async function addBanner(work: UnitOfWork, brand: BrandFacts, banner: NewBanner) {
  const uuid = newUuid(work.bank);
  await work.db
    .insertInto("banners")
    .values({ uuid, brand: brand.slug, ...banner, active: true, created_at: work.at })
    .execute();
  return { uuid, ...banner };
}

/** Takes an institution's banners down; they are kept as those that were. */
export async function deactivateBanners(work: UnitOfWork, brand: BrandFacts): Promise<void> {
  await work.db.updateTable("banners").set({ active: false }).where("brand", "=", brand.slug).execute();
}
