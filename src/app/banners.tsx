/** Exports the institution's banners for the shell (S3: types 0 to 3), without those that the depositor has dismissed. */
import { Cross } from "@blueprintjs/icons";
import { type ReactElement, useRef } from "react";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { Severity } from "../language/keywords.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { useSlice } from "../state/store.js";
import { useReturnedFocus } from "./returned-focus.js";

/** S9: banner type to severity. */
const SEVERITIES: readonly Severity[] = ["success", "info", "warning", "error"];

export function Banners(): ReactElement | null {
  const banners = useSlice("banners");
  const dismissed = useSlice("dismissed");
  const dismissedIds = isObject(dismissed) && Array.isArray(dismissed.banners) ? (dismissed.banners as readonly Json[]) : [];
  const visible = (Array.isArray(banners) ? (banners as readonly Json[]) : [])
    .filter(isObject)
    .filter(({ uuid }) => !dismissedIds.includes(uuid ?? null));
  if (visible.length === 0) return null;
  return (
    <div className="pb-banners">
      {visible.map((banner) => (
        <Banner key={String(banner.uuid)} banner={banner} />
      ))}
    </div>
  );
}

function Banner({ banner }: { readonly banner: { readonly [field: string]: Json } }): ReactElement {
  const runtime = useRuntime();
  const chrome = useChrome();
  const frame = useRef<HTMLDivElement>(null);
  useReturnedFocus(frame);
  return (
    <div ref={frame} className="pb-banner" data-severity={SEVERITIES[Number(banner.type)] ?? "info"} role="status">
      <p>{String(banner.message)}</p>
      <button
        type="button"
        className="pb-banner-dismiss"
        aria-label={chrome("dismiss")}
        onClick={() => void runtime.raise(null, "dismissBanner", { item: banner })}
      >
        <Cross />
      </button>
    </div>
  );
}
