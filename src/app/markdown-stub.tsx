/**
 * Exports a stub of `markdown-to-jsx` (30 kB) for the browser build: rjsf renders descriptions and errors with it, and ours
 * are plain text. The compiler parses the Markdown of the flows.
 */
import type { ReactElement, ReactNode } from "react";

export function Markdown({ children }: { readonly children?: ReactNode }): ReactElement {
  return <>{children}</>;
}
