/** Exports how an institution appears in its documents: look, address, telephone. */
import { institutionOf } from "./institutions.js";
import type { BrandFacts } from "./options.js";
import type { BankContact } from "./pdf/statement-pdf.js";
import type { Look } from "./pdf/tagged-pdf.js";
import { configuredBrand, type UnitOfWork } from "./unit-of-work.js";

export const lookOf = (brand: BrandFacts): Look => ({ name: brand.name, color: brand.color_primary, logo: brand.logo_svg ?? null });

export interface Letterhead {
  readonly brand: BrandFacts;
  readonly look: Look;
  readonly contact: BankContact;
}

export function letterheadOf(work: UnitOfWork, slug: string): Letterhead {
  const brand = configuredBrand(work.bank, slug);
  const { phone, address } = institutionOf(slug);
  return { brand, look: lookOf(brand), contact: { email: brand.emails.support, phone, address } };
}
