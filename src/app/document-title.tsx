/** Exports `DocumentTitle` for the shell: sets the tab's title (D24) to the screen, the institution and its slug. */
import { useLayoutEffect } from "react";
import { useView } from "../runtime/binding.js";
import { useBrand } from "./brand-styles.js";

export function DocumentTitle(): null {
  const { resolution } = useView();
  const { name, slug } = useBrand();
  const title = resolution?.title;
  // In the same frame as the screen.
  useLayoutEffect(() => {
    const institution = `${name} (${slug})`;
    document.title = title === undefined ? institution : `${title} | ${institution}`;
  }, [title, name, slug]);
  return null;
}
