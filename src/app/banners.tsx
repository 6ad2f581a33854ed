/** The institution's banners (S3: types 0 to 3), each until it is dismissed by this depositor. */
import { Cross } from "@blueprintjs/icons";
import type { ReactElement } from "react";
import type { Json, Severity } from "../language/definition.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { useSlice } from "../state/store.js";

/** S9: banner type to severity. */
const SEVERITIES: readonly Severity[] = ["success", "info", "warning", "error"];

type Fields = { readonly [key: string]: Json };

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function Banners(): ReactElement | null {
  const runtime = useRuntime();
  const chrome = useChrome();
  const banners = useSlice("banners");
  const dismissed = useSlice("dismissed");
  const gone = isFields(dismissed) && Array.isArray(dismissed.banners) ? (dismissed.banners as readonly Json[]) : [];
  const shown = (Array.isArray(banners) ? (banners as readonly Json[]) : [])
    .filter(isFields)
    .filter(({ uuid }) => !gone.includes(uuid ?? null));
  if (shown.length === 0) return null;
  return (
    <div className="pb-banners">
      {shown.map((banner) => (
        <div key={String(banner.uuid)} className="pb-banner" data-severity={SEVERITIES[Number(banner.type)] ?? "info"} role="status">
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
      ))}
    </div>
  );
}
