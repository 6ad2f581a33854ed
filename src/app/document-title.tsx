/** The tab's title (D24): the screen, the institution, its slug. */
import { useLayoutEffect } from "react";
import { useView } from "../runtime/binding.js";
import { useBrand } from "./brand-styles.js";

export function DocumentTitle(): null {
  const { resolution } = useView();
  const { name, slug } = useBrand();
  const title = resolution?.title;
  // Drawn with the screen that it names, never a moment later.
  useLayoutEffect(() => {
    const institution = `${name} (${slug})`;
    document.title = title === undefined ? institution : `${title} | ${institution}`;
  }, [title, name, slug]);
  return null;
}
