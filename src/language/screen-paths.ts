/** Exports the paths of a screen as a flow file declares them, for every reader of flow files. */
import { childOf, type SourceNode, textOf } from "./source.js";

/** The path of a screen that has none of its own: its id with slashes. */
export function pathOfId(id: string): string {
  return `/${id.replaceAll(".", "/")}`;
}

/** The paths of a screen; its default path where it has no `path`. */
export function screenPaths(id: string, screen: SourceNode): readonly string[] {
  const path = childOf(screen, "path");
  if (path === null) return [pathOfId(id)];
  return (path.kind === "list" ? path.items : [path]).flatMap((one) => textOf(one) ?? []);
}
