/** Exports `checkBrands`: the findings for several brands, in one process or in a few, for `flows check`. */
import { spawn } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import type { FlowSource } from "../language/source.js";
import { type CheckedBrand, checkBrand, notChecked } from "./checked-brand.js";
import type { Io } from "./io.js";
import { shardOf, YOUNG_GENERATION } from "./shard.js";

/** V8 13, of Node 24, has no such budget, and refuses to start with it. */
const HAS_BUDGET = Number(process.versions.v8.split(".", 1)[0]) < 13;

/** A check takes seconds: V8 would spend a third of its CPU time on optimized code that hardly runs before the check ends. */
const LESS_OPTIMIZATION = [...(HAS_BUDGET ? ["--interrupt-budget=500000"] : []), "--max-inlined-bytecode-size-cumulative=300"];

/**
 * The brands that one process checks before a second one is faster: a process reuses most of the compilation and the proof of
 * its first brand for each other brand, and two processes slow each other down.
 */
const BRANDS_OF_PROCESS = 4;

/**
 * The findings of each brand. Further processes check a part of the brands each and store their results; a brand without a
 * stored result, for whatever reason, is checked here. `program`: the flow tool; without it, this process checks all brands.
 */
export async function checkBrands(
  source: FlowSource,
  slugs: readonly string[],
  { program, processors }: Pick<Io, "program" | "processors">,
): Promise<readonly CheckedBrand[]> {
  if (program !== undefined) for (const flag of LESS_OPTIMIZATION) setFlagsFromString(flag);
  const parts = program === undefined ? 1 : Math.min(Math.ceil(slugs.length / BRANDS_OF_PROCESS), processors);
  const own = await notChecked(source, shardOf(slugs, `1/${parts}`));
  const others = slugs.filter((slug) => !shardOf(slugs, `1/${parts}`).includes(slug));
  if (program !== undefined && (await notChecked(source, others)).length > 0) {
    const shards = Array.from({ length: parts - 1 }, (_none, index) => `${index + 2}/${parts}`);
    const running = shards.map((shard) =>
      ended(spawn(process.execPath, [YOUNG_GENERATION, ...LESS_OPTIMIZATION, program, "check", "--shard", shard], { stdio: "ignore" })),
    );
    for (const slug of own) await checkBrand(source, slug, own);
    await Promise.all(running);
  }
  const checked: CheckedBrand[] = [];
  for (const slug of slugs) checked.push(await checkBrand(source, slug, own));
  return checked;
}

/** Waits for the end of a process; its exit code says only whether it has findings. */
function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
}
