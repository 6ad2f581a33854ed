import type { MouseEvent, ReactNode } from "react";
import type { ScreenHandle } from "./block.js";

/** Whether a click is the browser's own affair: a new tab, a download, another button. */
function isModified(event: MouseEvent): boolean {
  return event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** What makes an anchor lead to a path of the flows without loading the page again. */
export function pathProps(screen: ScreenHandle, to: string): { href: string; onClick: (event: MouseEvent<HTMLElement>) => void } {
  return {
    href: screen.href(to),
    onClick: (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      screen.go(to);
    },
  };
}

interface PathLinkProps {
  readonly screen: ScreenHandle;
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** An anchor to a path of the flows. */
export function PathLink({ screen, to, className, children }: PathLinkProps) {
  return (
    <a {...pathProps(screen, to)} className={className}>
      {children}
    </a>
  );
}
