/** Draws the safe Markdown subset. Paths of the flows are followed in the app, other addresses are links as anywhere. */
import { Fragment, type MouseEvent, type ReactElement, type ReactNode } from "react";
import type { Prose, ProseNode } from "../language/bundle.js";

export interface FollowsPaths {
  href(path: string): string;
  go(path: string): void;
}

/** Whether a click is the browser's own affair: a new tab, a download, another button. */
export function isModified(event: MouseEvent): boolean {
  return event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

interface PathLinkProps {
  readonly to: string;
  readonly follows: FollowsPaths;
  readonly className?: string;
  /** Marks the entry of a navigation that one is at (`page`) or within (`true`). */
  readonly current?: "page" | "true" | undefined;
  readonly children: ReactNode;
}

/** An anchor to a path of the flows. */
export function PathLink({ to, follows, className, current, children }: PathLinkProps): ReactElement {
  return (
    <a
      href={follows.href(to)}
      className={className}
      aria-current={current}
      onClick={(event) => {
        if (isModified(event)) return;
        event.preventDefault();
        follows.go(to);
      }}
    >
      {children}
    </a>
  );
}

function Node({ node, follows }: { readonly node: ProseNode; readonly follows: FollowsPaths }): ReactElement {
  if (node.type === "text") return <>{typeof node.text === "string" ? node.text : null}</>;
  if (node.type === "break") return <br />;
  const inner = <DrawnProse prose={node.children} follows={follows} />;
  switch (node.type) {
    case "paragraph":
      return <p>{inner}</p>;
    case "emphasis":
      return <em>{inner}</em>;
    case "strong":
      return <strong>{inner}</strong>;
    case "item":
      return <li>{inner}</li>;
    case "heading":
      return node.depth === 3 ? <h3>{inner}</h3> : <h4>{inner}</h4>;
    case "list":
      return node.ordered ? <ol>{inner}</ol> : <ul>{inner}</ul>;
    case "link":
      if (node.href.startsWith("/")) {
        return (
          <PathLink to={node.href} follows={follows}>
            {inner}
          </PathLink>
        );
      }
      return node.href.startsWith("mailto:") ? (
        <a href={node.href}>{inner}</a>
      ) : (
        <a href={node.href} target="_blank" rel="noreferrer">
          {inner}
        </a>
      );
  }
}

/** Prose whose texts have been formatted. */
export function DrawnProse({ prose, follows }: { readonly prose: Prose; readonly follows: FollowsPaths }): ReactElement {
  return (
    <>
      {prose.map((node, index) => (
        // Prose has no keys of its own and never changes its order: the place is the name.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          <Node node={node} follows={follows} />
        </Fragment>
      ))}
    </>
  );
}
