/**
 * Stands in for `markdown-to-jsx` (30 kB) in the browser's build: rjsf would draw Markdown in its descriptions and
 * errors with it. Ours are plain words; the flows' own Markdown is parsed when the bundle is compiled.
 */
import type { ReactElement, ReactNode } from "react";

export function Markdown({ children }: { readonly children?: ReactNode }): ReactElement {
  return <>{children}</>;
}
