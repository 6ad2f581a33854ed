/**
 * Exports the watcher that publishes `flows/`, `schemas/` and `gateway/schema.graphql` again after each change, for the
 * development server. The last valid bundles and schema stay in force until the sources compile again.
 */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import type { BundleStore } from "./bundles.js";
import type { DevServer } from "./dev-server.js";
import type { ServedSchema } from "./served-schema.js";

export interface SourceWatchOptions {
  readonly root: string;
  /** The open pages: they load the new bundle, or show the errors. */
  readonly pages: Pick<DevServer, "sendEvent" | "showProblem">;
  readonly bundles: BundleStore;
  readonly schema: Pick<ServedSchema, "reload">;
  /** Compiles and publishes every brand; returns the errors as lines of text. */
  readonly publish: () => Promise<readonly string[]>;
  readonly printError: (line: string) => void;
}

/** Editors write a file in several steps; changes within this many milliseconds cause one rebuild. */
const DEBOUNCE_MS = 80;

export function watchSources({ root, pages, bundles, schema, publish, printError }: SourceWatchOptions): { close(): void } {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let rerun = false;

  function report(problems: readonly string[]): void {
    for (const problem of problems) printError(problem);
    pages.showProblem(problems.join("\n"));
  }

  async function reload(): Promise<void> {
    // The new documents need the new schema.
    await schema.reload();
    await bundles.refresh();
    for (const slug of bundles.brands()) pages.sendEvent("passbook:flows", { brand: slug, hash: bundles.active(slug)?.hash });
  }

  async function run(): Promise<void> {
    do {
      rerun = false;
      try {
        const problems = await publish();
        if (problems.length > 0) report(problems);
        else await reload();
      } catch (error) {
        report([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
      }
    } while (rerun);
    running = null;
  }

  function changedWhen(isSource: boolean): void {
    if (!isSource) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (running) rerun = true;
      else running = run();
    }, DEBOUNCE_MS);
  }

  // Snapshots and notes are not part of a bundle. The folder of schema.graphql is watched and not the file: an editor that
  // saves by renaming replaces the file, and a watcher of the file would follow the old one.
  const watchers: FSWatcher[] = [
    watch(join(root, "flows"), { recursive: true }, (_event, name) => changedWhen(!name || /\.(json|graphql|svg)$/.test(name))),
    watch(join(root, "schemas"), { recursive: true }, (_event, name) => changedWhen(!name || name.endsWith(".json"))),
    watch(join(root, "gateway"), (_event, name) => changedWhen(name === "schema.graphql")),
  ];
  return {
    close() {
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
