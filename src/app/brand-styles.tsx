/** Exports the present brand for the shell (`GET /branding` over `brand.json`, D32), and the component that applies its colors. */
import { useEffect, useMemo } from "react";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { useRuntime } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";
import { useSlice } from "../state/store.js";
import { applyBrand } from "../theme/brand.js";

export interface Brand {
  readonly name: string;
  readonly slug: string;
  readonly showFdic: boolean;
  /** The address of the logo for light backgrounds; null when the brand has none. */
  readonly logo: string | null;
  /** The address of the logo for dark backgrounds; null when the brand has none. */
  readonly logoOnDark: string | null;
  readonly hasDarkScheme: boolean;
  /** The sidebar is dark in both schemes. */
  readonly hasDarkSidebar: boolean;
  readonly colorPrimary: string;
  readonly colorSecondary: string;
}

/** S3's keys of the logos for light and for dark backgrounds. */
const LOGO = "hor-color";
const LOGO_ON_DARK = "hor-white";

type Fields = { readonly [key: string]: Json };

const fieldsOf = (value: Json | undefined): Fields => (isObject(value) ? value : {});

function text(value: Json | undefined, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

/** The server's logo if it is on this origin, else the one of `brand.json` in the bundle; null when there is neither. */
function logoOf(core: BundleCore, logos: Fields, key: string): string | null {
  const served = logos[key];
  if (typeof served === "string" && served.startsWith("/")) return served;
  const file = core.brand.logos[key];
  return file === undefined ? null : `/bundles/${core.brand.slug}/${core.hash}/${file}`;
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
      logoOnDark: LOGO_ON_DARK in brand.logos ? logoOf(core, fieldsOf(served.logos), LOGO_ON_DARK) : null,
      hasDarkScheme: brand.dark_scheme,
      hasDarkSidebar: brand.look?.sidebar === "brand",
      colorPrimary: text(served.color_primary, brand.color_primary),
      colorSecondary: text(served.color_secondary, brand.color_secondary),
    };
  }, [core, branding]);
}

/** Applies the brand again when the fetched branding differs from that of the first paint. */
export function BrandStyles(): null {
  const core = useObservable(useRuntime().core);
  const { colorPrimary, colorSecondary } = useBrand();
  useEffect(() => {
    applyBrand(document.documentElement, { ...core.brand, color_primary: colorPrimary, color_secondary: colorSecondary });
  }, [core, colorPrimary, colorSecondary]);
  return null;
}
