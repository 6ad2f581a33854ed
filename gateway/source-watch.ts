/**
 * Exports the watcher that publishes `flows/`, `schemas/` and `gateway/schema.graphql` again after each change, for the
 * development server. The last valid bundles and schema stay in force until the sources compile again.
 */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join, sep } from "node:path";
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
  const failed = (error: Error): void => report([error.stack ?? error.message]);
  const watched = (folder: string, isSource: (name: string | null) => boolean, isRecursive = true) =>
    watchFolder(join(root, folder), { isRecursive, changed: (name) => changedWhen(isSource(name)), failed });
  const watchers = [
    watched("flows", (name) => !name || /\.(json|graphql|svg)$/.test(name)),
    watched("schemas", (name) => !name || name.endsWith(".json")),
    watched("gateway", (name) => name === "schema.graphql", false),
  ];
  return {
    close() {
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

interface FolderWatchOptions {
  readonly isRecursive: boolean;
  /** `name`: of what changed; null where it is not known. */
  readonly changed: (name: string | null) => void;
  readonly failed: (error: Error) => void;
}

/**
 * Watches a folder and, with `isRecursive`, all folders in it, also later ones. It watches folders and no files: most editors save
 * by renaming, and a watcher of the file follows the one that was replaced, as the recursive watcher of Node 20 does on Linux.
 */
function watchFolder(root: string, { isRecursive, changed, failed }: FolderWatchOptions): { close(): void } {
  const watchers = new Map<string, FSWatcher>();

  function add(folder: string): void {
    const watcher = watch(folder, (event, name) => {
      const isFolder = isRecursive && event === "rename" && name !== null && replace(join(folder, name));
      // A new folder may have received files before it was watched.
      changed(isFolder ? null : name);
    });
    // On Windows, the watcher of a removed folder fails.
    watcher.on("error", (error) => (existsSync(folder) ? failed(error) : remove(folder)));
    watchers.set(folder, watcher);
    if (isRecursive) for (const one of foldersIn(folder)) add(join(folder, one));
  }

  /** Watches what is at a path now, in place of what was there. Returns whether a folder is or was there. */
  function replace(path: string): boolean {
    const wasFolder = watchers.has(path);
    remove(path);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    try {
      if (isFolder) add(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      // It was removed meanwhile.
      remove(path);
    }
    return wasFolder || isFolder;
  }

  /** Ends the watchers of a folder and of all in it. */
  function remove(folder: string): void {
    for (const [one, watcher] of watchers) {
      if (one !== folder && !one.startsWith(`${folder}${sep}`)) continue;
      watcher.close();
      watchers.delete(one);
    }
  }

  add(root);
  return { close: () => remove(root) };
}

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
