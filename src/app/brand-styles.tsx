/** The institution's look and name: `GET /branding` over `brand.json` (D32). */
import { useEffect, useMemo } from "react";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { useRuntime } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";
import { useSlice } from "../state/store.js";
import { applyBrand } from "../theme/brand.js";

export interface Brand {
  readonly name: string;
  readonly slug: string;
  readonly showFdic: boolean;
  /** Address of the logo for light ground. */
  readonly logo: string;
  /** Address of the logo for dark ground; null where the brand has no dark scheme. */
  readonly logoOnDark: string | null;
  readonly colorPrimary: string;
  readonly colorSecondary: string;
}

/** Logos among S3's keys: for light ground and for dark. */
const LOGO = "hor-color";
const LOGO_ON_DARK = "hor-white";

type Fields = { readonly [key: string]: Json };

function fieldsOf(value: Json | undefined): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function text(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

/** A logo of the server's own is an address of this origin; what `brand.json` names lies in the bundle. */
function logoOf(core: BundleCore, logos: Fields, key: string): string {
  const served = logos[key];
  if (typeof served === "string" && served.startsWith("/")) return served;
  return `/bundles/${core.brand.slug}/${core.hash}/${core.brand.logos[key] ?? ""}`;
}

export function useBrand(): Brand {
  const core = useObservable(useRuntime().core);
  const branding = useSlice("branding");
  return useMemo(() => {
    const served = fieldsOf(branding);
    const { brand } = core;
    return {
      name: text(served.name, brand.name),
      slug: text(served.slug, brand.slug),
      showFdic: typeof served.show_fdic === "boolean" ? served.show_fdic : brand.show_fdic,
      logo: logoOf(core, fieldsOf(served.logos), LOGO),
      logoOnDark: brand.dark_scheme ? logoOf(core, fieldsOf(served.logos), LOGO_ON_DARK) : null,
      colorPrimary: text(served.color_primary, brand.color_primary),
      colorSecondary: text(served.color_secondary, brand.color_secondary),
    };
  }, [core, branding]);
}

/** Paints the page anew when the branding that has been fetched differs from the first paint's. */
export function BrandStyles(): null {
  const core = useObservable(useRuntime().core);
  const { colorPrimary, colorSecondary } = useBrand();
  useEffect(() => {
    applyBrand(document.documentElement, { ...core.brand, color_primary: colorPrimary, color_secondary: colorSecondary });
  }, [core, colorPrimary, colorSecondary]);
  return null;
}
