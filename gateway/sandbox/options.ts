/** Exports the sandbox's options. */
/** An institution, as far as its bank needs to know it; the composition root reads it from `brand.json`. */
export interface BrandFacts {
  readonly slug: string;
  readonly name: string;
  readonly short_name: string;
  readonly default?: boolean;
  readonly link_restriction: string;
  readonly emails: { readonly support: string };
  readonly show_fdic: boolean;
  readonly color_primary: string;
  readonly color_secondary: string;
  readonly logos: Readonly<Record<string, string>>;
  /** The logo as SVG, for the bank's documents; without it, they show the name. */
  readonly logo_svg?: string;
}

/** The bank's configuration. `clock` and `random` are injected, so that a test can repeat a run exactly. */
export interface SandboxOptions {
  /** `memory:`, a `postgres://` URL, or a data directory of the embedded database. */
  readonly database: string;
  readonly brands: readonly BrandFacts[];
  /** The origin of a brand's app, for links in emails. */
  readonly publicOrigin: (slug: string) => string;
  /** The origin of this bank for browsers: download links and the link provider's page. */
  readonly sandboxOrigin: string;
  /** The system's clock in milliseconds. Sessions and codes expire by it; the bank's own clock adds its offset. */
  readonly clock?: () => number;
  /** Random bytes: ids, tokens, codes. */
  readonly random?: (size: number) => Uint8Array;
  /** Validates every response against its schema (default: true). */
  readonly validateResponses?: boolean;
  /** Receives internal errors of the bank (default: prints them to stderr). */
  readonly onError?: (error: unknown) => void;
}
