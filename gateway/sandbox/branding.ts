/** What people have made the bank say of its institutions, over what each is configured as, until it is reset. */
import type { BrandFacts } from "./options.js";

/** What can be changed: nothing of it is kept beyond the process. */
export type BrandingChanges = Partial<Pick<BrandFacts, "link_restriction">>;

export interface Branding {
  /** The institution as the bank tells of it now. */
  readonly brandingOf: (brand: BrandFacts) => BrandFacts;
  readonly change: (slug: string, changes: BrandingChanges) => void;
  readonly clear: () => void;
}

export function createBranding(): Branding {
  const changed = new Map<string, BrandingChanges>();
  return {
    brandingOf: (brand) => ({ ...brand, ...changed.get(brand.slug) }),
    change: (slug, changes) => void changed.set(slug, { ...changed.get(slug), ...changes }),
    clear: () => changed.clear(),
  };
}
