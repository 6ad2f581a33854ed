/**
 * Exports the readiness of `/readyz`, for the server: whether each brand's upstream answers. A probe calls `GET
 * /branding` of every brand at intervals, so that a request to `/readyz` causes no call. The response names the fields in
 * which a branding differs (D32); their values and the reasons of failures are in the log.
 */
import type { ActiveBundle, Bundles } from "./bundles.js";
import { reasonToLog } from "./masking.js";
import { Failure, UpstreamFailed } from "./upstream/errors.js";
import { isJsonObject, type JsonObject } from "./upstream/json-object.js";

export interface ReadinessOptions {
  readonly bundles: Bundles;
  /** Calls `GET /branding` of a brand's upstream; the data of its answer may be anything. */
  readonly branding: (slug: string) => Promise<unknown>;
  readonly now: () => number;
  /** Receives the result of a probe when it differs from the previous result. */
  readonly log: (found: ProbeResult) => void;
}

export interface ProbeResult {
  readonly brand: string;
  readonly bundle: string;
  readonly ready: boolean;
  /** `answers`, or the code of the failure; `internal` for an error that is not the upstream's. */
  readonly upstream: string;
  /** Details beyond the code; null without a failure, or when the code is enough. */
  readonly reason: string | null;
  /** The fields in which the upstream's branding differs from `brand.json` (D32), with both values. */
  readonly warnings: readonly BrandingDifference[];
}

export interface BrandingDifference {
  readonly field: string;
  readonly difference: string;
}

export interface ReadinessReport {
  readonly ready: boolean;
  /** The fields in which the upstream's branding differs from `brand.json`, each after its brand: `harbor: show_fdic`. */
  readonly warnings: readonly string[];
}

export interface Readiness {
  /** Whether a brand's upstream answers; null: whether any brand's does. Waits for the first probe only. */
  readonly report: (slug: string | null) => Promise<ReadinessReport>;
  /** Probes in the background until `stop`. */
  readonly start: () => void;
  readonly stop: () => void;
}

const PROBE_INTERVAL_MS = 10_000;

/** Fields that both `brand.json` and `GET /branding` have. */
const SHARED_FIELDS = ["name", "short_name", "slug", "show_fdic", "color_primary", "color_secondary", "link_restriction"] as const;

export function createReadiness({ bundles, branding, now, log }: ReadinessOptions): Readiness {
  let results: ReadonlyMap<string, ProbeResult> | null = null;
  let probedAt = 0;
  let probing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function probeBrand(bundle: ActiveBundle): Promise<ProbeResult> {
    const { slug: brand, hash } = bundle;
    try {
      const answer = await branding(brand);
      if (!isJsonObject(answer)) throw new UpstreamFailed(502, "GET /branding: data is not an object");
      return { brand, bundle: hash, ready: true, upstream: "answers", reason: null, warnings: differences(bundle, answer) };
    } catch (error) {
      // For any error: one brand's probe must neither end the process nor leave the other brands without a result.
      const upstream = error instanceof Failure ? error.code : "internal";
      return { brand, bundle: hash, ready: false, upstream, reason: reasonToLog(error), warnings: [] };
    }
  }

  async function probeAll(): Promise<void> {
    const active = bundles.brands().flatMap((slug) => bundles.active(slug) ?? []);
    const found = await Promise.all(active.map(probeBrand));
    for (const result of found) if (compared(results?.get(result.brand)) !== compared(result)) log(result);
    results = new Map(found.map((result) => [result.brand, result]));
  }

  /** One probe at a time, and no probe while the last one is recent. */
  function probe(): Promise<void> {
    if (probing) return probing;
    if (results !== null && now() - probedAt < PROBE_INTERVAL_MS) return Promise.resolve();
    probedAt = now();
    probing = probeAll().finally(() => {
      probing = null;
    });
    return probing;
  }

  return {
    async report(slug) {
      const fresh = probe();
      if (results === null) await fresh;
      const found = [...(results ?? new Map<string, ProbeResult>()).values()].filter(({ brand }) => slug === null || brand === slug);
      return {
        ready: found.some(({ ready }) => ready),
        warnings: found.flatMap(({ brand, warnings }) => warnings.map(({ field }) => `${brand}: ${field}`)),
      };
    },
    start() {
      void probe();
      timer ??= setInterval(() => void probe(), PROBE_INTERVAL_MS).unref();
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}

/** What of a result must differ to be logged again: not a reason that may contain a port or a stack, which differs in each probe. */
const compared = (result: ProbeResult | undefined): string =>
  JSON.stringify({ ...result, reason: result?.upstream === "upstream_failed" ? result.reason : null });

/**
 * Fields in which `GET /branding` differs from `brand.json`: the upstream's value wins, so the first paint differs from
 * later ones.
 */
function differences(bundle: ActiveBundle, upstreamBranding: JsonObject): readonly BrandingDifference[] {
  return SHARED_FIELDS.filter(
    (field) =>
      upstreamBranding[field] !== undefined && String(upstreamBranding[field]).toLowerCase() !== String(bundle.brand[field]).toLowerCase(),
  ).map((field) => ({
    field,
    difference: `brand.json has ${JSON.stringify(bundle.brand[field])}, the upstream ${JSON.stringify(upstreamBranding[field])}`,
  }));
}
