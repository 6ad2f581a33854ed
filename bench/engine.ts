/** Exports `engine` for `npm run bench`: what a resolution costs over a resolver written by hand. */
import { deepStrictEqual } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { readSource } from "../src/cli/source-files.js";
import { brands, compile } from "../src/compiler/compile.js";
import type { DepositorState } from "../src/engine/events.js";
import { resolve } from "../src/engine/resolve.js";
import { initialState } from "../src/engine/state-writes.js";
import { compare, type Result } from "./measure.js";
import { plainResolver } from "./plain-resolver.js";

const NOW = "2026-11-21T12:00:00.000Z";

/** The personas of the flows: real states of depositors. */
function states(initial: DepositorState): DepositorState[] {
  const files = readdirSync("flows/personas").filter((name) => name.endsWith(".json"));
  return files.map((name) => {
    const { state } = JSON.parse(readFileSync(`flows/personas/${name}`, "utf8")) as { readonly state: DepositorState };
    return { ...initial, ...state };
  });
}

/** For every persona and every address: our resolution, and the plain resolver's, which must be the same. */
export async function engine(): Promise<Result[]> {
  const source = await readSource(process.cwd());
  const results: Result[] = [];
  for (const slug of brands(source)) {
    const { bundle, problems } = compile(source, slug);
    if (!bundle)
      throw new Error(`${slug} does not compile:\n${problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n")}`);
    const { core } = bundle;
    const plain = plainResolver(core);
    const paths = Object.values(core.screens).flatMap((screen) => screen.paths);
    const cases = states(initialState(core)).flatMap((state) =>
      paths.filter((path) => path !== "*" && !path.includes(":")).map((path) => ({ state, path })),
    );
    const location = (path: string) => ({ pathname: path, search: "", state: null });
    for (const { state, path } of cases) {
      const { route, replace, params, ...resolution } = resolve(core, state, location(path), NOW);
      deepStrictEqual(resolution, plain(state, path, NOW));
    }
    let ours = 0;
    let peer = 0;
    const next = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
    results.push(
      await compare({
        what: `engine, ${slug}: resolve`,
        unit: "location",
        ours: {
          name: "resolve (guards, redirects, shell, title, navigation)",
          run: () => {
            const { state, path } = next(cases, ours++);
            return resolve(core, state, location(path), NOW);
          },
        },
        peer: {
          name: "a resolver written by hand",
          run: () => {
            const { state, path } = next(cases, peer++);
            return plain(state, path, NOW);
          },
        },
      }),
    );
  }
  return results;
}
