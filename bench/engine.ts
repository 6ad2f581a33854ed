/** What a resolution costs over the bare evaluation of one guard. */
import { readdirSync, readFileSync } from "node:fs";
import jsonLogic from "json-logic-js";
import { readSource } from "../src/cli/source-files.js";
import { brands, compile } from "../src/compiler/compile.js";
import type { DepositorState } from "../src/engine/events.js";
import { resolve } from "../src/engine/resolve.js";
import { initialState } from "../src/engine/state-writes.js";
import { compare, type Result } from "./measure.js";

const NOW = "2026-11-21T12:00:00Z";

/** The personas of the flows: real states of depositors. */
function states(initial: DepositorState): DepositorState[] {
  const files = readdirSync("flows/personas").filter((name) => name.endsWith(".json"));
  return files.map((name) => {
    const { state } = JSON.parse(readFileSync(`flows/personas/${name}`, "utf8")) as { readonly state: DepositorState };
    return { ...initial, ...state };
  });
}

/** For every persona and every address: our whole resolution, and json-logic over the same screen's guard alone. */
export async function engine(): Promise<Result[]> {
  const source = await readSource(process.cwd());
  const results: Result[] = [];
  for (const slug of brands(source)) {
    const { bundle, problems } = compile(source, slug);
    if (!bundle)
      throw new Error(`${slug} does not compile:\n${problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n")}`);
    const { core } = bundle;
    const screens = Object.values(core.screens).flatMap(({ paths, guard }) => paths.map((path) => ({ path, logic: guard.logic })));
    const cases = states(initialState(core)).flatMap((state) =>
      screens
        .filter(({ path }) => path !== "*" && !path.includes(":"))
        .map(({ path, logic }) => ({ state, path, logic, scope: { ...state, now: NOW } })),
    );
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
            return resolve(core, state, { pathname: path, search: "", state: null }, NOW);
          },
        },
        peer: {
          name: "a bare json-logic loop over the guards",
          run: () => {
            const { logic, scope } = next(cases, peer++);
            return jsonLogic.apply(logic as jsonLogic.RulesLogic, scope);
          },
        },
      }),
    );
  }
  return results;
}
