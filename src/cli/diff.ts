/** Exports `flows diff`: the depositors whom two brands, or two git revisions of one brand, treat differently, and the texts that differ. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brands } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { FlowSource } from "../language/source.js";
import { nearest } from "../language/suggest.js";
import { compareAdmission } from "../verifier/compare.js";
import { affected } from "./affected-depositors.js";
import { parseArguments } from "./arguments.js";
import { compileBrand, defaultBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import { differences } from "./differences.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import { readSource } from "./source-files.js";

const runFile = promisify(execFile);
const LARGE = 64 * 1024 * 1024;

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await runFile("git", args, { cwd: root, maxBuffer: LARGE });
  return stdout;
}

/** The texts of git objects, from one process: there are hundreds of files. */
async function textsOf(root: string, objects: readonly string[]): Promise<readonly string[]> {
  const running = runFile("git", ["cat-file", "--batch"], { cwd: root, maxBuffer: LARGE, encoding: "buffer" });
  running.child.stdin?.end(objects.map((object) => `${object}\n`).join(""));
  const { stdout } = await running;
  let at = 0;
  return objects.map((object) => {
    // "<id> blob <size>", the content, and a line feed.
    const start = stdout.indexOf("\n", at) + 1;
    const size = Number(stdout.toString("utf8", at, start).split(" ")[2]);
    if (!Number.isInteger(size)) throw new Error(`git has no ${object}.`);
    at = start + size + 1;
    return stdout.toString("utf8", start, start + size);
  });
}

/** The files of a revision, in the format of `readSource`. `slugs`: the brands. */
async function revision(root: string, name: string, slugs: readonly string[]): Promise<FlowSource> {
  const commit = (await git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`).catch(() => "")).trim();
  if (commit === "" && slugs.includes(name))
    throw new Usage(
      `"${name}" is a brand, and the other is a git revision: diff takes two brands, or two git revisions with --brand SLUG.`,
    );
  if (commit === "") {
    const near = nearest(name, slugs);
    throw new Usage(`"${name}" is neither a brand nor a git revision${near === null ? "." : `; did you mean "${near}"?`}`);
  }
  const listed = (await git(root, "ls-tree", "-r", "--name-only", commit, "--", "flows", "schemas", "gateway/schema.graphql")).split("\n");
  const names = listed.filter(
    (file) => /\.(json|graphql)$/.test(file) && !/^(?:schemas\/api|flows\/personas|flows\/scenarios)\//.test(file),
  );
  const texts = await textsOf(
    root,
    names.map((file) => `${commit}:${file}`),
  );
  return { files: new Map(names.map((file, index) => [file, texts[index] ?? ""])) };
}

/** Two revisions of one brand. Reads the argument that is not a brand first, so that the error names it if it is not a revision either. */
async function compileRevisions(
  io: Io,
  [a, b]: readonly [string, string],
  slugs: readonly string[],
  brand: string | undefined,
): Promise<readonly [Bundle, Bundle]> {
  const sources = new Map<string, FlowSource>();
  for (const name of slugs.includes(b) ? [a, b] : [b, a]) sources.set(name, await revision(io.root, name, slugs));
  const compiled = (name: string) => {
    const source = sources.get(name) as FlowSource;
    return compileBrand(io, source, brand ?? defaultBrand(source));
  };
  return [compiled(a), compiled(b)];
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options, rest } = parseArguments(args, COMMANDS.diff);
  const { format = "text" } = options;
  if (format !== "text" && format !== "json") throw new Usage("--format is one of text, json.");
  const [a, b] = rest;
  if (a === undefined || b === undefined) throw new Usage("diff takes two brands, or two git revisions.");
  const here = await readSource(io.root);
  const [from, to] = [a, b].every((one) => brands(here).includes(one))
    ? [compileBrand(io, here, a), compileBrand(io, here, b)]
    : await compileRevisions(io, [a, b], brands(here), options.brand);
  const schema = JSON.parse(here.files.get("schemas/state.schema.json") ?? "{}") as Json;
  const treated = compareAdmission(from, to, schema);
  if (format === "json") {
    const data = treated.map(({ kind, id, paths, witness, answers }) => ({ kind, id, paths, shown: witness, answers }));
    await io.write(`${JSON.stringify({ treated: data, written: differences(from, to) }, null, 2)}\n`);
    return 0;
  }
  const lines = [...affected(treated), ...differences(from, to)];
  await io.write(lines.length === 0 ? "Nothing differs.\n" : `${lines.join("\n")}\n`);
  return 0;
}
