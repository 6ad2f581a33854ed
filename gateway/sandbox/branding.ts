/** Exports the branding changes that people make in the sandbox, on top of the configured branding, until a reset. */
import type { BrandFacts } from "./options.js";

/** The fields that can be changed; the changes live in memory only. */
export type BrandingChanges = Partial<Pick<BrandFacts, "link_restriction">>;

export interface Branding {
  /** The institution with its current changes. */
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
