/** The content of the page: the present screen, its skeleton, or why it could not be loaded. */
import { Component, type ReactElement, type ReactNode, useEffect, useRef } from "react";
import type { ScreenHandle } from "../blocks/block.js";
import { useChrome, useRuntime, useView } from "./binding.js";
import { Body } from "./body.js";
import { useHeadingInSight } from "./heading.js";
import { PathLink } from "./prose.js";
import { useScreenHandle } from "./screen-handle.js";
import type { ScreenView } from "./view.js";

/** Draws what the runtime shows. */
export function ScreenOutlet(): ReactElement {
  const view = useView();
  if (view.kind === "waiting") return <Skeleton />;
  if (view.kind === "broken") return <Broken />;
  return (
    <Contained entry={view.entry}>
      <Screen view={view} />
    </Contained>
  );
}

function Screen({ view }: { readonly view: ScreenView }): ReactElement {
  const screen = useScreenHandle(view);
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { entry, resolution, content, asking } = view;
  useEffect(() => {
    // The first screen of a page load leaves the focus at the top, where the skip link is.
    if (entry > 1) heading.current?.focus();
    window.scrollTo(0, 0);
  }, [entry]);
  useHeadingInSight({ article, heading }, entry, asking);
  return (
    <article ref={article} className="pb-screen" data-screen={resolution.screen} aria-busy={asking}>
      <BackLink view={view} screen={screen} />
      <h1 ref={heading} tabIndex={-1} className="pb-title">
        {resolution.title}
      </h1>
      {asking ? <Lines /> : <Body key={entry} blocks={content.body} screen={screen} />}
    </article>
  );
}

function BackLink({ view, screen }: { readonly view: ScreenView; readonly screen: ScreenHandle }): ReactElement | null {
  const chrome = useChrome();
  const row = view.content.back.find(({ when }) => when === undefined || screen.holds(when));
  if (row === undefined) return null;
  const { go, action } = row;
  if (action !== undefined) {
    return (
      <button type="button" className="pb-back" disabled={screen.pending.has(action)} onClick={() => void screen.raise(action)}>
        {chrome("back")}
      </button>
    );
  }
  if (go === undefined) return null;
  if (typeof go === "string") {
    return (
      <PathLink to={go} follows={screen} className="pb-back">
        {chrome("back")}
      </PathLink>
    );
  }
  return (
    <button type="button" className="pb-back" onClick={() => screen.go(go)}>
      {chrome("back")}
    </button>
  );
}

/** Quiet lines in the place of what is on its way. */
function Lines(): ReactElement {
  return (
    <div className="pb-skeleton" aria-hidden="true">
      <div className="pb-skeleton-line" />
      <div className="pb-skeleton-line" />
      <div className="pb-skeleton-block" />
      <div className="pb-skeleton-line" />
    </div>
  );
}

function Skeleton(): ReactElement {
  const chrome = useChrome();
  return (
    <div className="pb-screen" aria-busy="true">
      <p role="status" className="pb-visually-hidden">
        {chrome("loading")}
      </p>
      <Lines />
    </div>
  );
}

/** S2.4: a chunk could not be loaded, and loading the page again has been tried. */
function Broken(): ReactElement {
  const chrome = useChrome();
  return (
    <div className="pb-screen" role="alert">
      <p>{chrome("chunkFailure")}</p>
      <button type="button" className="pb-reload" onClick={() => window.location.reload()}>
        {chrome("reload")}
      </button>
    </div>
  );
}

interface ContainedProps {
  /** A new screen is a new try. */
  readonly entry: number;
  readonly children: ReactNode;
}

/** A fault of one screen doesn't take the shell with it: the navigation and Log out stay. */
function Contained({ entry, children }: ContainedProps): ReactElement {
  const runtime = useRuntime();
  return (
    <Boundary key={entry} onFault={runtime.fault}>
      {children}
    </Boundary>
  );
}

class Boundary extends Component<{ readonly onFault: (fault: Error) => void; readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(fault: Error): void {
    this.props.onFault(fault);
  }
  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
