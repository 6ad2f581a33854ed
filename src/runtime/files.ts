/** Files that were chosen and not sent yet: the state knows them by name only, for they are no JSON. */
import type { Json } from "../language/definition.js";

export interface HeldFiles {
  /** Keeps a file; gives its name. */
  hold(file: File): string;
  /** The files that these variables speak of, by name, in their order. */
  namedIn(variables: Json): ReadonlyMap<string, File>;
  /** They have been sent. */
  release(files: ReadonlyMap<string, File>): void;
  /** The session has ended: nothing of it is kept. */
  forget(): void;
}

export function createHeldFiles(): HeldFiles {
  const held = new Map<string, File>();
  let count = 0;

  function collect(node: Json, into: Map<string, File>): Map<string, File> {
    if (typeof node === "string") {
      const file = held.get(node);
      if (file !== undefined) into.set(node, file);
    } else if (typeof node === "object" && node !== null) for (const part of Object.values(node)) collect(part as Json, into);
    return into;
  }

  return {
    hold(file) {
      count += 1;
      const name = `file-${count}`;
      held.set(name, file);
      return name;
    },
    namedIn: (variables) => (held.size === 0 ? new Map() : collect(variables, new Map())),
    release(files) {
      for (const name of files.keys()) held.delete(name);
    },
    forget: () => held.clear(),
  };
}
