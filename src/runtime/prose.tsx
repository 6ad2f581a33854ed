/** Exports `ProseText` for the screen handle: renders the safe Markdown subset. Links to paths of the flows navigate within the app. */
import { Fragment, type ReactElement } from "react";
import { PathLink, type PathNavigation } from "../blocks/PathLink.js";
import type { Prose, ProseNode } from "../language/bundle.js";

function Node({ node, navigation }: { readonly node: ProseNode; readonly navigation: PathNavigation }): ReactElement {
  if (node.type === "text") return <>{typeof node.text === "string" ? node.text : null}</>;
  if (node.type === "break") return <br />;
  const inner = <ProseText prose={node.children} navigation={navigation} />;
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
          <PathLink to={node.href} navigation={navigation}>
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

/** `prose` with its texts formatted (`formatProse`). */
export function ProseText({ prose, navigation }: { readonly prose: Prose; readonly navigation: PathNavigation }): ReactElement {
  return (
    <>
      {prose.map((node, index) => (
        // Prose nodes have no keys, and their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          <Node node={node} navigation={navigation} />
        </Fragment>
      ))}
    </>
  );
}
