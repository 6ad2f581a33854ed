/** Exports the navigation of the shell: the entries of the resolution (D45), in the sidebar or at the bottom of a narrow page. */
import { Document, Exchange, Home, Notifications, Person } from "@blueprintjs/icons";
import type { ReactElement } from "react";
import { PathLink } from "../blocks/PathLink.js";
import { currentEntry } from "../engine/current-entry.js";
import type { NavigationItem, Resolution } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import { useChrome, useRuntime } from "../runtime/binding.js";
import { useObservable } from "../runtime/observable-value.js";

/** Imported one by one, since Blueprint's lookup by name would bundle all icons. */
const ICONS: Readonly<Record<string, ReactElement>> = {
  home: <Home />,
  exchange: <Exchange />,
  document: <Document />,
  notifications: <Notifications />,
  person: <Person />,
};

interface NavigationProps {
  readonly resolution: Resolution | null;
  /** The keys of the entries whose room is reserved until their data has loaded: the others then do not move. */
  readonly awaited: readonly string[];
  /** The keys of the entries whose data could not be loaded: they are shown, since there may be some. */
  readonly failed: readonly string[];
  readonly className: string;
}

export function Navigation({ resolution, awaited, failed, className }: NavigationProps): ReactElement {
  const runtime = useRuntime();
  const chrome = useChrome();
  const core = useObservable(runtime.core);
  const { path = "" } = resolution ?? {};
  const scope = runtime.scope();
  const nav = core.navigation.flatMap((entry): NavigationItem[] => {
    const item = resolution?.nav.find(({ key }) => key === entry.key);
    if (item !== undefined) return [item];
    return failed.includes(entry.key) ? [{ ...entry, label: formatText(entry.label, scope, core.formats), badge: 0 }] : [];
  });
  const current = currentEntry(core, nav, path);
  const navigation = { href: (to: string) => to, go: (to: string) => runtime.go(to) };
  return (
    <nav className={className} aria-label={chrome("navigation")}>
      <ul>
        {core.navigation.map(({ key, icon }) => {
          const item = nav.find((one) => one.key === key);
          if (item === undefined)
            return awaited.includes(key) ? (
              <li key={key} className="pb-nav-awaited" aria-hidden="true">
                <span className="pb-nav-link">
                  <span className="pb-nav-icon">{ICONS[icon]}</span>
                </span>
              </li>
            ) : null;
          return (
            <li key={key} data-current={key === current}>
              <PathLink
                to={item.path}
                navigation={navigation}
                className="pb-nav-link"
                current={key === current ? (item.path === path ? "page" : "true") : undefined}
              >
                <span className="pb-nav-icon" aria-hidden="true">
                  {ICONS[icon]}
                </span>
                <span className="pb-nav-label">{item.label}</span>{" "}
                {item.badge > 0 ? (
                  <span className="pb-badge">
                    <span aria-hidden="true">{item.badge}</span>
                    <span className="pb-visually-hidden">{chrome("unread", { count: item.badge })}</span>
                  </span>
                ) : null}
              </PathLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
