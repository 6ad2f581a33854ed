/** Exports the flow tool without its process: a command and its arguments in, an exit code out. */
import { relative } from "node:path";
import { noSuch } from "../language/suggest.js";
import { COMMANDS, type CommandName, commandHelp, commandList, isCommand } from "./commands.js";
import { type Command, FlowsWrong, type Io, Usage } from "./io.js";
import { WrongFiles } from "./json-file.js";

/** A command's module is loaded when it runs: `resolve` needs no bundler. */
const MODULES: Readonly<Record<CommandName, () => Promise<{ readonly run: Command }>>> = {
  activate: () => import("./activate.js"),
  build: () => import("./build.js"),
  check: () => import("./check.js"),
  coverage: () => import("./coverage.js"),
  diff: () => import("./diff.js"),
  docs: () => import("./docs.js"),
  explain: () => import("./explain.js"),
  graph: () => import("./graph.js"),
  migrate: () => import("./migrate.js"),
  mutate: () => import("./mutate.js"),
  resolve: () => import("./resolve.js"),
  snapshot: () => import("./snapshot.js"),
  test: () => import("./test.js"),
};

/** 0 = done and nothing wrong, 1 = the flows have errors, 2 = wrong usage. */
export async function tool([name, ...args]: readonly string[], io: Io): Promise<number> {
  try {
    if (name === "--help") return await answer(io, commandList());
    if (name === undefined) throw new Usage(commandList());
    if (!isCommand(name)) throw new Usage(noSuch("command", name, Object.keys(COMMANDS)));
    if (args.includes("--help")) return await answer(io, commandHelp(name));
    return await (await MODULES[name]()).run(args, io);
  } catch (error) {
    if (error instanceof FlowsWrong) return 1;
    if (error instanceof WrongFiles) {
      const { problemLine } = await import("./brand-bundle.js");
      for (const problem of error.problems) io.warn(problemLine(problem));
      return 1;
    }
    const message = error instanceof Usage ? error.message : refusedFile(error, io.root);
    if (message === null) throw error;
    io.warn(message);
    return 2;
  }
}

/** What the system says of a file or folder that it does not let the tool read or write; null for any other error. */
function refusedFile(error: unknown, root: string): string | null {
  const { path, message } = error as NodeJS.ErrnoException;
  const [, reason] = /^E[A-Z]+: (.+?), /.exec(message) ?? [];
  if (path === undefined || reason === undefined) return null;
  const inRoot = relative(root, path);
  return `${inRoot.startsWith("..") ? path : inRoot}: ${reason}.`;
}

async function answer(io: Io, text: string): Promise<number> {
  await io.write(text);
  return 0;
}
