/** Exports `ScreenOutlet` for the shell: the current screen, its skeleton, or the message that it could not be loaded. */
import {
  Component,
  type MutableRefObject,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ActionFailure, FailureMessages } from "../blocks/ActionFailure.js";
import type { ScreenHandle } from "../blocks/block.js";
import { FailureNotice } from "../blocks/FailureNotice.js";
import { PathLink } from "../blocks/PathLink.js";
import type { CompiledBlock } from "../language/bundle.js";
import { useChrome, useRuntime, useView } from "./binding.js";
import { Body } from "./body.js";
import { BACK_SOURCE } from "./browser-back.js";
import { focusLeftSection, type LeftFocus, useLeftFocus, useRevealHeading } from "./reveal-heading.js";
import { screenEvaluation } from "./screen-evaluation.js";
import { useScreenHandle } from "./screen-handle.js";
import type { ScreenView, View } from "./view.js";

/** Shows the runtime's `view`. An error that a block throws is caught here and shown as a failure of the screen. */
export function ScreenOutlet(): ReactElement {
  const view = useView();
  /** The first view with a heading after the page load: the entry of a screen, or a page that could not be shown. */
  const first = useRef<number | typeof NO_ENTRY | null>(null);
  const left = useRef<LeftFocus | null>(null);
  if (view.kind === "screen") first.current ??= view.entry;
  if (view.kind === "loading") return <Skeleton />;
  if (view.kind === "failed") return <LoadFailure />;
  if (view.kind === "unavailable") {
    const isFirst = first.current === null;
    first.current ??= NO_ENTRY;
    return <Unavailable view={view} isFirst={isFirst} />;
  }
  return (
    <ScreenErrorBoundary entry={view.entry}>
      <Screen view={view} isFirst={view.entry === first.current} left={left} />
    </ScreenErrorBoundary>
  );
}

const NO_ENTRY = "none";

interface ScreenProps {
  readonly view: ScreenView;
  readonly isFirst: boolean;
  readonly left: MutableRefObject<LeftFocus | null>;
}

function Screen({ view, isFirst, left }: ScreenProps): ReactElement {
  const screen = useScreenHandle(view);
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { entry, resolution, content, failures } = view;
  const { path } = resolution.route;
  // React renders a body whose data has arrived in short tasks, and the skeleton at once.
  const wasLoading = useDeferredValue(view.loading);
  const loading = view.loading || wasLoading;
  useEffect(() => {
    // After a page load the focus stays at the top of the page, where the skip link is, or where the visitor has set it.
    if (isFirst) return;
    const field = article.current?.querySelector<HTMLElement>("[data-focus=true] :is(input:not([type=hidden]), select, textarea)");
    if (field) return field.focus();
    if (article.current !== null && focusLeftSection(left.current, path, article.current)) return;
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, [isFirst, left, path]);
  useEffect(() => {
    // The section is rendered when its data has arrived.
    const isAtHeading = document.activeElement === heading.current;
    if (!isFirst && !loading && isAtHeading && article.current !== null) focusLeftSection(left.current, path, article.current);
  }, [isFirst, loading, left, path]);
  useLeftFocus(article, path, left);
  useRevealHeading({ article, heading }, entry, loading);
  const { blocks, asides } = useMemo(() => divided(content.body), [content.body]);
  return (
    <article ref={article} className="pb-screen-frame" data-screen={resolution.screen} aria-busy={loading}>
      <div className="pb-screen">
        <BackLink view={view} screen={screen} />
        <ActionFailure source={BACK_SOURCE} screen={screen} />
        <h1 ref={heading} tabIndex={-1} className="pb-title">
          {content.heading === undefined ? resolution.title : screen.text(content.heading)}
        </h1>
        <UnplacedFailures article={article} failures={failures} screen={screen} />
        {loading ? (
          <SkeletonLines />
        ) : (
          <Suspense fallback={<SkeletonLines />}>
            <Body key={entry} blocks={blocks} screen={screen} />
          </Suspense>
        )}
      </div>
      {asides.length === 0 ? null : (
        // While the screen loads, an empty panel keeps the column.
        <div className="pb-asides">
          {loading ? (
            <div className="pb-aside-room" />
          ) : (
            <Suspense fallback={<div className="pb-aside-room" />}>
              <Body key={entry} blocks={asides} screen={screen} />
            </Suspense>
          )}
        </div>
      )}
    </article>
  );
}

/** Divides the blocks of a screen into its column and the panels beside it. */
function divided(body: readonly CompiledBlock[]) {
  const isAside = ({ block }: CompiledBlock) => block === "aside";
  return { blocks: body.filter((block) => !isAside(block)), asides: body.filter(isAside) };
}

/** In place of a screen whose guard reads data that could not be loaded. */
function Unavailable({
  view: { resolution, queries },
  isFirst,
}: {
  readonly view: Extract<View, { kind: "unavailable" }>;
  readonly isFirst: boolean;
}): ReactElement {
  const runtime = useRuntime();
  const { text, translate } = screenEvaluation(runtime.core.get(), runtime.scope());
  const heading = useRef<HTMLHeadingElement>(null);
  const [isLoaded] = useState(isFirst);
  useEffect(() => {
    if (!isLoaded) heading.current?.focus();
  }, [isLoaded]);
  return (
    <article className="pb-screen">
      <h1 ref={heading} tabIndex={-1} className="pb-title">
        {resolution.title}
      </h1>
      <FailureNotice
        queries={queries.map((key) => ({ key, onFailure: null }))}
        isShown={false}
        isExplained
        screen={{ text, translate, refetch: (keys) => runtime.refetch(keys) }}
      />
    </article>
  );
}

/** The failures whose control is no longer in the page. */
function UnplacedFailures({
  article,
  failures,
  screen,
}: { readonly article: RefObject<HTMLElement>; readonly screen: ScreenHandle } & Pick<ScreenView, "failures">): ReactElement {
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  // No dependencies: only the rendered elements show which failures have a place.
  useLayoutEffect(() => {
    const shown = [...(article.current?.querySelectorAll<HTMLElement>("[data-failure]") ?? [])].map(({ dataset }) => dataset.failure);
    const next = Object.keys(failures).filter((source) => !shown.includes(source));
    if (next.join() !== unplaced.join()) setUnplaced(next);
  });
  return (
    <>
      {unplaced.map((source) => (
        <FailureMessages key={source} failures={failures[source] ?? []} screen={screen} />
      ))}
    </>
  );
}

function BackLink({ view, screen }: { readonly view: ScreenView; readonly screen: ScreenHandle }): ReactElement | null {
  const chrome = useChrome();
  const row = view.content.back.find(({ when }) => when === undefined || screen.holds(when));
  if (row === undefined) return null;
  const { go, action } = row;
  if (action !== undefined) {
    return (
      <button
        type="button"
        className="pb-back"
        disabled={screen.isPending(action) || screen.isBlocked(action)}
        onClick={() => void screen.raise(action, { source: BACK_SOURCE })}
      >
        {chrome("back")}
      </button>
    );
  }
  if (go === undefined) return null;
  if (typeof go === "string") {
    return (
      <PathLink to={go} navigation={screen} className="pb-back">
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

/** Placeholder lines while data is loading. */
function SkeletonLines(): ReactElement {
  return (
    <div className="pb-skeleton" aria-hidden="true">
      <div className="pb-skeleton-line" />
      <div className="pb-skeleton-line" />
      <div className="pb-skeleton-block" />
      <div className="pb-skeleton-line" />
    </div>
  );
}

/** In place of a screen that is not known yet. */
export function Skeleton(): ReactElement {
  return (
    <div className="pb-screen" aria-busy="true">
      <SkeletonLines />
    </div>
  );
}

/** S2.4: a chunk could not be loaded although the page was reloaded, or a component has thrown. */
function LoadFailure(): ReactElement {
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

interface ScreenErrorBoundaryProps {
  /** A new entry renders the screen again after an error. */
  readonly entry: number;
  readonly children: ReactNode;
}

/** Contains an error of one screen, so that the shell with its navigation and Log out stays. */
function ScreenErrorBoundary({ entry, children }: ScreenErrorBoundaryProps): ReactElement {
  const runtime = useRuntime();
  return (
    <ErrorBoundary key={entry} onFault={runtime.fault}>
      {children}
    </ErrorBoundary>
  );
}

class ErrorBoundary extends Component<
  { readonly onFault: (fault: Error) => void; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(fault: Error): void {
    this.props.onFault(fault);
  }
  override render(): ReactNode {
    return this.state.failed ? <LoadFailure /> : this.props.children;
  }
}
