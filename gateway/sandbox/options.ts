/** What an institution is, as far as its bank needs to know; the composition root reads it from `brand.json`. */
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
}

export interface SandboxOptions {
  /** `memory:`, a `postgres://` URL, or a data directory of the embedded database. */
  readonly database: string;
  readonly brands: readonly BrandFacts[];
  /** The origin at which depositors of a brand use the app; links in e-mails lead there. */
  readonly publicOrigin: (slug: string) => string;
  /** The origin at which browsers reach this bank: download links and the link provider's page. */
  readonly sandboxOrigin: string;
  /** The machine's clock, in milliseconds. Sessions and codes live on it; the bank's own clock adds its offset. */
  readonly clock?: () => number;
  /** Random bytes: ids, tokens, codes. */
  readonly random?: (size: number) => Uint8Array;
  /** Hold every answer against its schema before it leaves (default: yes). */
  readonly checkAnswers?: boolean;
  /** Where failures of the bank itself are told (default: stderr). */
  readonly onError?: (error: unknown) => void;
}
