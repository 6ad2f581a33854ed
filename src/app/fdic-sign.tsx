/** Exports the FDIC official digital sign for the shell (D26, 12 CFR 328.5), for insured brands. */
import type { ReactElement } from "react";
import { useChrome } from "../runtime/binding.js";
import { useBrand } from "./brand-styles.js";

export function FdicSign({ className }: { readonly className?: string }): ReactElement | null {
  const chrome = useChrome();
  const { showFdic } = useBrand();
  if (!showFdic) return null;
  return (
    <p className={className === undefined ? "pb-fdic" : `pb-fdic ${className}`}>
      <span className="pb-fdic-mark">{chrome("fdicMark")}</span> <span className="pb-fdic-text">{chrome("fdicText")}</span>
    </p>
  );
}
