/** Runs `npm run bench`: what the product costs, as ratios against named peers. Prints; asserts nothing. */
import { cpus } from "node:os";
import { type Figure, print, type Result } from "./measure.js";

const BENCHES: Readonly<Record<string, () => Promise<readonly (Result | Figure)[]>>> = {
  engine: async () => (await import("./engine.js")).engine(),
  proof: async () => (await import("./proof.js")).proof(),
  forms: async () => (await import("./forms.js")).forms(),
  pages: async () => (await import("./pages.js")).pages(),
  lighthouse: async () => (await import("./lighthouse.js")).lighthouse(),
  gateway: async () => (await import("./gateway.js")).gateway(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`No bench is named ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}\n`);
  process.exit(2);
}

process.stdout.write(
  `node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown"}; medians of the turns (middle half)\n\n`,
);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const result of await bench()) process.stdout.write(`${print(result)}\n\n`);
}
