/** Exports the link of a message (`notify.link`), for failures at their control and the notification banner. */
import type { ReactElement } from "react";
import type { MessageLink as Link } from "../language/bundle.js";
import { PathLink, type PathNavigation } from "./PathLink.js";

interface MessageLinkProps {
  readonly link: Link;
  readonly navigation: PathNavigation;
}

export function MessageLink({ link, navigation }: MessageLinkProps): ReactElement {
  const { label, href } = link;
  if (!href.startsWith("/")) {
    return (
      <a className="pb-message-link" href={href}>
        {label}
      </a>
    );
  }
  return (
    <PathLink className="pb-message-link" to={href} navigation={navigation}>
      {label}
    </PathLink>
  );
}
