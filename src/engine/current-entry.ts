/** Exports `currentEntry`: which entry of the navigation is highlighted, for the shell and for scenarios. */
import type { BundleCore } from "../language/bundle.js";
import type { NavigationItem } from "./events.js";

/**
 * The key of the entry whose own path, or one of whose `also` paths, is the longest prefix of the current path; null
 * where no path is a prefix. `items`: the entries that are shown.
 */
export function currentEntry(
  { navigation }: Pick<BundleCore, "navigation">,
  items: readonly NavigationItem[],
  path: string,
): string | null {
  const places = items.flatMap((item) => {
    const also = navigation.find(({ key }) => key === item.key)?.also ?? [];
    return [item.path, ...also].map((place) => ({ key: item.key, place }));
  });
  const within = places.filter(({ place }) => path === place || path.startsWith(`${place}/`));
  return within.sort((one, other) => other.place.length - one.place.length)[0]?.key ?? null;
}
