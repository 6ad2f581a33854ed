#!/usr/bin/env node
/** The flow tool: `flows COMMAND`. Exit code 0 = done and nothing wrong, 1 = the flows have errors, 2 = wrong usage. */
import { fileURLToPath } from "node:url";
import { type Command, FlowsWrong, processIo, Usage } from "./io.js";

/** Loaded when asked for: `resolve` needs no bundler. */
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly run: Command }>>> = {
  activate: () => import("./activate.js"),
  build: () => import("./build.js"),
  check: () => import("./check.js"),
  diff: () => import("./diff.js"),
  explain: () => import("./explain.js"),
  graph: () => import("./graph.js"),
  resolve: () => import("./resolve.js"),
  snapshot: () => import("./snapshot.js"),
};

async function main([name, ...args]: readonly string[]): Promise<number> {
  const io = processIo(fileURLToPath(new URL("../..", import.meta.url)));
  const load = name === undefined ? undefined : COMMANDS[name];
  try {
    if (load === undefined) throw new Usage(`flows ${Object.keys(COMMANDS).join(" | ")}`);
    return await (await load()).run(args, io);
  } catch (error) {
    if (error instanceof FlowsWrong) return 1;
    if (!(error instanceof Usage)) throw error;
    io.warn(error.message);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
