/**
 * Exports the watcher that publishes `flows/`, `schemas/` and `gateway/schema.graphql` again after each change, for the
 * development server. The last valid bundles and schema stay in force until the sources compile again.
 */
import { type FSWatcher, readdirSync, watch } from "node:fs";
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

  // Snapshots and notes are not part of a bundle.
  const watchers = [
    watchFolders(join(root, "flows"), (name) => changedWhen(!name || /\.(json|graphql|svg)$/.test(name))),
    watchFolders(join(root, "schemas"), (name) => changedWhen(!name || name.endsWith(".json"))),
    watchFolders(join(root, "gateway"), (name) => changedWhen(name === "schema.graphql"), { isRecursive: false }),
  ];
  return {
    close() {
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/**
 * Watches a folder and, with `isRecursive`, all folders in it, also later ones. It watches folders and no files: most editors save
 * by renaming, and a watcher of the file follows the one that was replaced, as the recursive watcher of Node 20 does on Linux.
 */
function watchFolders(root: string, changed: (name: string | null) => void, { isRecursive = true } = {}): { close(): void } {
  const watchers = new Map<string, FSWatcher>();

  function add(folder: string): void {
    const watcher = watch(folder, (_event, name) => {
      // A folder that this change created may have received files before it was watched.
      changed(isRecursive && addWithin(folder) ? null : name);
    });
    // A folder that was removed has nothing more to report.
    watcher.on("error", () => remove(folder));
    watchers.set(folder, watcher);
    if (isRecursive) addWithin(folder);
  }

  /** Whether a folder was not watched before. */
  function addWithin(folder: string): boolean {
    const others = foldersIn(folder).flatMap((one) => (watchers.has(join(folder, one)) ? [] : [join(folder, one)]));
    for (const one of others) add(one);
    return others.length > 0;
  }

  function remove(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  add(root);
  return {
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** The names of the folders in a folder; none where it was removed meanwhile. */
function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
