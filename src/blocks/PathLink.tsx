/** Exports `PathLink`, the anchor to a path of the flows, for blocks, the runtime's prose and the app; and its props for other anchors. */
import type { MouseEvent, ReactElement, ReactNode } from "react";

/** How an anchor navigates; a `ScreenHandle` is one. */
export interface PathNavigation {
  /** The address of a path. */
  href(path: string): string;
  go(path: string): void;
}

/** Whether the browser handles a click itself: a new tab, a download, another button. */
export function isModified(event: MouseEvent): boolean {
  return event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** The props of an anchor that navigates to a path without loading the page again. */
export function pathProps(navigation: PathNavigation, to: string): { href: string; onClick: (event: MouseEvent<HTMLElement>) => void } {
  return {
    href: navigation.href(to),
    onClick: (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      navigation.go(to);
    },
  };
}

interface PathLinkProps {
  readonly to: string;
  readonly navigation: PathNavigation;
  readonly className?: string;
  /** Marks the entry of a navigation whose page is shown (`page`) or contains the page that is shown (`true`). */
  readonly current?: "page" | "true" | undefined;
  readonly children: ReactNode;
}

/** An anchor with a real address: a modified click, such as for a new tab, is left to the browser. */
export function PathLink({ to, navigation, className, current, children }: PathLinkProps): ReactElement {
  return (
    <a {...pathProps(navigation, to)} className={className} aria-current={current}>
      {children}
    </a>
  );
}
