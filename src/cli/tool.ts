/** The flow tool without its process: `COMMAND` and its arguments in, an exit code out. */
import { type Command, FlowsWrong, type Io, Usage } from "./io.js";

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

/** 0 = done and nothing wrong, 1 = the flows have errors, 2 = wrong usage. */
export async function tool([name, ...args]: readonly string[], io: Io): Promise<number> {
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
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
