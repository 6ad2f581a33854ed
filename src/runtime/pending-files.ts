/** Exports the store of chosen and unsent files for the runtime: the state contains their names only, since a `File` is not JSON. */
import type { Json } from "../language/definition.js";

/** The chosen and unsent files, by the name that form data has in their place. */
export interface PendingFiles {
  /** Stores a file and returns the name by which form data refers to it. */
  add(file: File): string;
  /** The files whose names occur in these variables, in the order of occurrence. */
  referencedBy(variables: Json): ReadonlyMap<string, File>;
  /** Removes files that have been sent. */
  remove(files: ReadonlyMap<string, File>): void;
  /** Removes every file: the session has ended. */
  clear(): void;
}

export function createPendingFiles(): PendingFiles {
  const pending = new Map<string, File>();
  let count = 0;

  function collect(node: Json, into: Map<string, File>): Map<string, File> {
    if (typeof node === "string") {
      const file = pending.get(node);
      if (file !== undefined) into.set(node, file);
    } else if (typeof node === "object" && node !== null) for (const part of Object.values(node)) collect(part as Json, into);
    return into;
  }

  return {
    add(file) {
      count += 1;
      const name = `file-${count}`;
      pending.set(name, file);
      return name;
    },
    referencedBy: (variables) => (pending.size === 0 ? new Map() : collect(variables, new Map())),
    remove(files) {
      for (const name of files.keys()) pending.delete(name);
    },
    clear: () => pending.clear(),
  };
}
