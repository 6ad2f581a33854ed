/** Exports `Shell` for the app: the frame of every screen, with header or sidebar, progress, navigation and footer. */
import { type ReactElement, useLayoutEffect, useMemo, useRef } from "react";
import { PathLink } from "../blocks/PathLink.js";
import { decisionOf, rowIn, targetOfRow } from "../engine/decide.js";
import { instantOf, scopeOf } from "../engine/scope.js";
import { holds } from "../language/predicate.js";
import { useChrome, useRuntime, useView } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";
import { ScreenOutlet, Skeleton } from "../runtime/screen.js";
import type { View } from "../runtime/view.js";
import { useRenderedState } from "../state/store.js";
import { DARK } from "../theme/brand-css.js";
import { AppLink } from "./app-link.js";
import { Banners } from "./banners.js";
import { useBrand } from "./brand-styles.js";
import { BusyStatus } from "./busy-status.js";
import { DocumentTitle } from "./document-title.js";
import { FdicSign } from "./fdic-sign.js";
import { Footer } from "./footer.js";
import { Navigation } from "./navigation.js";
import { PageStatus } from "./page-status.js";
import { RegistrationProgress, Stages } from "./progress.js";
import { documentShell, takeOver, useTakeOver } from "./take-over.js";

/** The id of the main content, the target of the skip link. */
const MAIN = "main";

/** The frame of every screen; until the first screen is known, the document shows its own. */
export function Shell(): ReactElement | null {
  const view = useView();
  const { hasStarted, isPrerendered } = useTakeOver(view);
  if (hasStarted) return <StartedShell view={view} />;
  return isPrerendered ? null : <StartingShell />;
}

/** Where the first screen takes long, a skeleton shows that it is loading; the frame is that of the document, and leaves room for its FDIC sign. */
function StartingShell(): ReactElement {
  return (
    <div className="pb-shell" {...documentShell()} data-starting>
      <div className="pb-header" />
      <div className="pb-sidebar" />
      <main className="pb-main">
        <FdicSign className="pb-fdic-narrow" />
        <div className="pb-content">
          <Skeleton />
        </div>
        <BusyStatus />
      </main>
    </div>
  );
}

function StartedShell({ view }: { readonly view: View }): ReactElement {
  const chrome = useChrome();
  const root = useRef<HTMLDivElement>(null);
  const { resolution } = view;
  const { shells, navigation } = useObservable(useRuntime().core);
  useLayoutEffect(() => {
    if (root.current !== null) takeOver(root.current);
  }, []);
  const shell = resolution === null ? undefined : shells[resolution.layout];
  const conditional = navigation.flatMap(({ key, when }) => (when === undefined ? [] : [key]));
  const entries = {
    resolution,
    awaited: view.kind === "screen" ? view.awaitedEntries : conditional,
    failed: view.kind === "screen" || view.kind === "unavailable" ? view.failedEntries : [],
  };
  return (
    <div ref={root} className="pb-shell" data-width={shell?.width ?? "narrow"} data-sidebar={shell?.sidebar ?? true}>
      <PageStatus />
      <DocumentTitle />
      <a
        className="pb-skip"
        href={`#${MAIN}`}
        onClick={(event) => {
          // A fragment would add an entry to the history.
          event.preventDefault();
          document.getElementById(MAIN)?.focus();
        }}
      >
        {chrome("skip")}
      </a>
      <header className="pb-header">
        <Logo />
        <FdicSign className="pb-fdic-header" />
        <LogOut />
      </header>
      <header className="pb-sidebar">
        <Logo isInSidebar />
        <FdicSign />
        {shell?.navigation === true ? <Navigation {...entries} className="pb-nav" /> : null}
        <Stages />
        <div className="pb-sidebar-foot">
          <LogOut />
        </div>
      </header>
      <main className="pb-main" id={MAIN} tabIndex={-1}>
        <FdicSign className="pb-fdic-narrow" />
        <RegistrationProgress />
        <Banners />
        <div className="pb-content">
          <ScreenOutlet />
        </div>
        <BusyStatus />
        <Footer />
      </main>
      {shell?.navigation === true ? <Navigation {...entries} className="pb-bottom-nav" /> : null}
    </div>
  );
}

/** The user's colors replace the brand's backgrounds, also the dark one of a sidebar. */
const FORCED_COLORS = "(forced-colors: active)";

/** The logo, or the name of a brand without one, is a link; a decision of the flows chooses its target (D23). */
function Logo({ isInSidebar = false }: { readonly isInSidebar?: boolean }): ReactElement {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const state = useRenderedState();
  const chrome = useChrome();
  const { name, logo, logoOnDark, hasDarkScheme, hasDarkSidebar } = useBrand();
  const isOnDark = logoOnDark !== null && isInSidebar && hasDarkSidebar;
  const row = useMemo(
    () => rowIn(decisionOf(core, core.logoDecision), scopeOf(state, instantOf(state, runtime.now()), null)),
    [core, state, runtime],
  );
  // Time alone can change the target, such as the end of the session, and renders nothing.
  const target = () => targetOfRow(rowIn(decisionOf(core, core.logoDecision), runtime.scope()));
  const navigation = { href: (path: string) => path, go: () => runtime.go(target()) };
  return (
    <PathLink to={row.go} navigation={navigation} className="pb-logo">
      {logo === null ? (
        <span role="img" aria-label={chrome("logo")}>
          {name}
        </span>
      ) : (
        <picture>
          {logoOnDark === null ? null : <source srcSet={logoOnDark} media={hasDarkScheme ? DARK : `${FORCED_COLORS} and ${DARK}`} />}
          {isOnDark ? <source srcSet={logo} media={FORCED_COLORS} /> : null}
          <img src={isOnDark ? logoOnDark : logo} alt={chrome("logo")} />
        </picture>
      )}
    </PathLink>
  );
}

function LogOut(): ReactElement | null {
  const runtime = useRuntime();
  const chrome = useChrome();
  useRenderedState();
  const { logout } = useObservable(runtime.core).actions;
  if (logout === undefined || !holds(logout.when, runtime.scope())) return null;
  return (
    <AppLink action="logout" className="pb-logout">
      {chrome("logout")}
    </AppLink>
  );
}
