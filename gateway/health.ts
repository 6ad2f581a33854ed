/**
 * Exports the readiness report of `/readyz`, for the server: it calls every brand's upstream and compares its branding
 * with the bundle (D32).
 */
import type { ActiveBundle, Bundles } from "./bundles.js";
import { Failure } from "./upstream/errors.js";
import type { JsonObject } from "./upstream/json-object.js";

export interface Readiness {
  readonly ready: boolean;
  readonly brands: Readonly<
    Record<string, { readonly bundle: string; readonly upstream: "answers" | string; readonly warnings: readonly string[] }>
  >;
}

export interface HealthOptions {
  readonly bundles: Bundles;
  /** Calls `GET /branding` of a brand's upstream. */
  readonly branding: (slug: string) => Promise<JsonObject>;
}

/** Fields that both `brand.json` and `GET /branding` have. */
const SHARED_FIELDS = ["name", "short_name", "slug", "show_fdic", "color_primary", "color_secondary", "link_restriction"] as const;

export async function readiness({ bundles, branding }: HealthOptions): Promise<Readiness> {
  const checks = await Promise.all(
    bundles.brands().map(async (slug) => {
      const bundle = bundles.active(slug);
      if (!bundle) return null;
      try {
        return {
          slug,
          ready: true,
          report: { bundle: bundle.hash, upstream: "answers", warnings: differences(bundle, await branding(slug)) },
        };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return { slug, ready: false, report: { bundle: bundle.hash, upstream: error.code, warnings: [] } };
      }
    }),
  );
  const brands = checks.filter((check) => check !== null);
  return {
    ready: brands.length > 0 && brands.every((check) => check.ready),
    brands: Object.fromEntries(brands.map((check) => [check.slug, check.report])),
  };
}

/**
 * Fields in which `GET /branding` differs from `brand.json`: the upstream's value wins, so the first paint differs from
 * later ones.
 */
function differences(bundle: ActiveBundle, upstreamBranding: JsonObject): readonly string[] {
  return SHARED_FIELDS.filter(
    (field) =>
      upstreamBranding[field] !== undefined && String(upstreamBranding[field]).toLowerCase() !== String(bundle.brand[field]).toLowerCase(),
  ).map(
    (field) => `${field}: brand.json has ${JSON.stringify(bundle.brand[field])}, the upstream ${JSON.stringify(upstreamBranding[field])}`,
  );
}
