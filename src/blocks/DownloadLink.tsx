/** Exports `DownloadLink`, an anchor that saves a file, for the blocks with files and documents. */
import { ErrorIcon } from "@blueprintjs/icons";
import { type MouseEvent, type ReactElement, type ReactNode, useId, useRef, useState } from "react";
import type { ScreenHandle } from "./block.js";
import { isModified } from "./PathLink.js";

interface DownloadLinkProps {
  readonly href: string;
  /** Shown below the link when the download has failed; without it, nothing is shown. */
  readonly failed: string | undefined;
  readonly className?: string;
  readonly screen: ScreenHandle;
  readonly children: ReactNode;
}

export function DownloadLink({ href, failed, className, screen, children }: DownloadLinkProps): ReactElement {
  const id = useId();
  const running = useRef(false);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const save = async (event: MouseEvent) => {
    if (isModified(event)) return;
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setState("busy");
    const saved = await screen.download(href);
    running.current = false;
    setState(saved ? "idle" : "failed");
  };
  const error = state === "failed" && failed !== undefined ? failed : null;
  return (
    <>
      <a
        className={className}
        href={href}
        download=""
        aria-busy={state === "busy" || undefined}
        aria-describedby={error === null ? undefined : id}
        onClick={(event) => void save(event)}
      >
        {children}
      </a>
      {error !== null && (
        <div id={id} className="pb-error" role="alert">
          <ErrorIcon size={16} className="pb-error-icon" />
          <span>{error}</span>
        </div>
      )}
    </>
  );
}
