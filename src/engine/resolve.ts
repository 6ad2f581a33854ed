/** Exports `resolve`: the screen that a depositor sees at a location, with its redirects, shell, progress and navigation. */

import type { BundleCore, ScreenRoute } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { NoRowHolds, RedirectLoop } from "../language/failures.js";
import { isObject } from "../language/json.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";
import type { Scope } from "../language/predicate.js";
import { evaluate, holds } from "../language/predicate.js";
import { redirectOf } from "./admission.js";
import type { DepositorState, Hop, Location, NavigationItem, Resolution } from "./events.js";
import { formatText } from "./format-text.js";
import type { Match } from "./paths.js";
import { matchPath } from "./paths.js";
import { instantOf, onRoute, routedScope } from "./scope.js";

type Route = Resolution["route"];

/** More redirects than this count as a loop, whichever pages they pass; `flows check` proves that three are enough. */
const MOST_HOPS = 16;

const NO_QUERY = { search: "", state: null } as const;

/** A search without its `?`, as `route.search` gives it with one. */
function withMark(search: string): string {
  if (search === "" || search === "?") return "";
  return search.startsWith("?") ? search : `?${search}`;
}

/** The route of a location: the query keys that the screen declares become route state (the query wins) and leave the search. */
export function queryToState(
  match: Match,
  location: Pick<Location, "search" | "state">,
): { readonly route: Route; readonly fromQuery: boolean } {
  const search = withMark(location.search);
  const { queryToState: keys } = match.screen;
  const query = search === "" || keys.length === 0 ? null : new URLSearchParams(search);
  const found = query === null ? [] : keys.filter((key) => query.has(key));
  if (query === null || found.length === 0)
    return { route: { path: match.path, params: match.params, search, state: location.state }, fromQuery: false };
  const state: Record<string, Json> = {};
  if (isObject(location.state)) Object.assign(state, location.state);
  for (const key of found) {
    state[key] = query.get(key);
    query.delete(key);
  }
  return { route: { path: match.path, params: match.params, search: withMark(query.toString()), state }, fromQuery: true };
}

/** The name of the shell around the screen. */
function shellOf(screen: ScreenRoute, scope: Scope): Resolution["layout"] {
  const row = screen.shell.find((candidate) => holds(candidate.when, scope));
  if (row === undefined) throw new NoRowHolds(`${screen.id}.shell`);
  return row.use;
}

function stageOf(core: BundleCore, progress: number | null): Resolution["stage"] {
  if (progress === null) return null;
  const index = core.stages.findIndex((stage) => stage.from <= progress && progress <= stage.to);
  return index < 0 ? null : ((index + 1) as 1 | 2 | 3 | 4);
}

interface NavigationTargets {
  readonly targets: readonly {
    readonly entry: BundleCore["navigation"][number];
    readonly screen: ScreenRoute;
    readonly route: Route;
  }[];
  /** Whether an entry reads the location, so that the navigation of a state may differ from screen to screen. */
  readonly readRoute: boolean;
}

const navigationTargets = new WeakMap<BundleCore, NavigationTargets>();

/** The entries of the navigation with their screens, which are the same in every state. */
function navigationTargetsOf(core: BundleCore): NavigationTargets {
  const known = navigationTargets.get(core);
  if (known !== undefined) return known;
  const targets = core.navigation.map((entry) => {
    const match = matchPath(core, entry.path);
    return { entry, screen: match.screen, route: queryToState(match, NO_QUERY).route };
  });
  const made = { targets, readRoute: pathsRead(core.navigation).some((path) => rootOf(path) === "route") };
  navigationTargets.set(core, made);
  return made;
}

interface KnownNavigation {
  readonly core: BundleCore;
  readonly now: string;
  readonly items: readonly NavigationItem[];
}

/** The last navigation of a state: it is the same on all screens, and is most of the work of a resolution. */
const navigations = new WeakMap<DepositorState, KnownNavigation>();

function navigationItems(core: BundleCore, { targets }: NavigationTargets, scope: Scope, route: Route): readonly NavigationItem[] {
  const items: NavigationItem[] = [];
  for (const { entry, screen, route: own } of targets) {
    onRoute(scope, route);
    if (!holds(entry.when, scope)) continue;
    const badge = entry.badge === undefined ? 0 : Number(evaluate(entry.badge, scope, core.formats));
    const label = formatText(entry.label, scope, core.formats);
    if (redirectOf(core, screen, onRoute(scope, own)) !== null) continue;
    items.push({ key: entry.key, path: entry.path, label, icon: entry.icon, badge });
  }
  return items;
}

/** The navigation of a state at an instant, on a route; may leave its scope on another route. */
function navigationOf(
  core: BundleCore,
  layout: Resolution["layout"],
  state: DepositorState,
  now: string,
  route: Route,
): readonly NavigationItem[] {
  if (core.shells[layout]?.navigation !== true) return [];
  const entries = navigationTargetsOf(core);
  const known = navigations.get(state);
  if (known !== undefined && known.core === core && known.now === now && !entries.readRoute) return known.items;
  const items = navigationItems(core, entries, routedScope(state, now), route);
  navigations.set(state, { core, now, items });
  return items;
}

/** The shell and the navigation of the screen at a path, whether or not its guard admits the depositor. */
export function frameAt(core: BundleCore, state: DepositorState, path: string, now?: string | number): Pick<Resolution, "layout" | "nav"> {
  const instant = instantOf(state, now);
  const match = matchPath(core, path);
  const { route } = queryToState(match, NO_QUERY);
  const scope = onRoute(routedScope(state, instant), route);
  const layout = shellOf(match.screen, scope);
  return { layout, nav: navigationOf(core, layout, state, instant, route) };
}

/**
 * Resolves a location for a depositor. `location` wins over `state.route`; `now` (milliseconds or ISO) over `state.now`.
 * Throws {@link RedirectLoop} where redirects don't end.
 */
export function resolve(core: BundleCore, state: DepositorState, location: Location, now?: string | number): Resolution {
  const instant = instantOf(state, now);
  const scope = routedScope(state, instant);
  const hops: Hop[] = [];
  const chain: string[] = [];
  let match = matchPath(core, location.pathname);
  let { route, fromQuery } = queryToState(match, location);
  for (;;) {
    if (chain.includes(match.path) || chain.length > MOST_HOPS) throw new RedirectLoop([...chain, match.path]);
    chain.push(match.path);
    const redirect = redirectOf(core, match.screen, onRoute(scope, route));
    hops.push({ path: match.path, screen: match.screen.id, redirect });
    if (redirect === null) {
      const { screen } = match;
      const layout = shellOf(screen, scope);
      return {
        path: match.path,
        chain,
        hops,
        screen: screen.id,
        params: match.params,
        title: formatText(screen.title, scope, core.formats),
        layout,
        progress: screen.progress,
        stage: stageOf(core, screen.progress),
        nav: navigationOf(core, layout, state, instant, route),
        route,
        replace: fromQuery || chain.length > 1 || match.path !== location.pathname,
      };
    }
    match = matchPath(core, redirect.to);
    ({ route } = queryToState(match, NO_QUERY));
  }
}
