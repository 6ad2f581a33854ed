/**
 * Exports the watcher that recompiles `flows/` and `schemas/` after each change, for the development server. The last
 * valid bundle stays active until the sources compile again.
 */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";

export interface FlowWatchOptions {
  readonly root: string;
  /** Compiles and publishes every brand; returns the errors as lines of text. */
  readonly rebuild: () => Promise<readonly string[]>;
  readonly onProblems: (problems: readonly string[]) => void;
  readonly onBuilt: () => void | Promise<void>;
}

/** Editors write a file in several steps; changes within this many milliseconds cause one rebuild. */
const DEBOUNCE_MS = 80;

export function watchFlows({ root, rebuild, onProblems, onBuilt }: FlowWatchOptions): { close(): void } {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let rerun = false;

  async function run(): Promise<void> {
    do {
      rerun = false;
      try {
        const problems = await rebuild();
        if (problems.length > 0) onProblems(problems);
        else await onBuilt();
      } catch (error) {
        onProblems([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
      }
    } while (rerun);
    running = null;
  }

  function changed(): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (running) rerun = true;
      else running = run();
    }, DEBOUNCE_MS);
  }

  const watchers: FSWatcher[] = ["flows", "schemas", "gateway/schema.graphql"].map((path) =>
    watch(join(root, path), { recursive: !path.endsWith(".graphql") }, (_event, name) => {
      // Snapshots and notes are not part of a bundle.
      if (!name || /\.(json|graphql|svg)$/.test(name)) changed();
    }),
  );
  return {
    close() {
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
