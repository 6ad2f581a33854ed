/** What is wrong with one brand; and several brands, each in a thread of its own where there is more than one processor. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { compile, type FlowSource, type Problem, prove } from "../engine/index.js";

export interface CheckedBrand {
  readonly slug: string;
  readonly problems: readonly Problem[];
  /** How many kinds of state the proof stands for; null where nothing could be proven. */
  readonly states: bigint | null;
}

/** What a thread is given. */
export interface BrandToCheck {
  readonly source: FlowSource;
  readonly slug: string;
}

/** What the compiler says, and of what compiles, what the proof says. */
export function checkBrand({ source, slug }: BrandToCheck): CheckedBrand {
  const { bundle, problems } = compile(source, slug);
  if (bundle === null) return { slug, problems, states: null };
  const proof = prove(source, slug, bundle);
  return { slug, problems: [...problems, ...proof.problems], states: proof.states };
}

/** A thread reads TypeScript as the tool itself does, which Node 20 does not pass on to it. */
const THREAD = `
const { workerData } = require("node:worker_threads");
import(workerData.tsx).then(({ register }) => { register(); return import(workerData.module); });
`;

async function besides(brand: BrandToCheck): Promise<CheckedBrand> {
  const module = new URL("./check-thread.ts", import.meta.url).href;
  const worker = new Worker(THREAD, { eval: true, workerData: { ...brand, module, tsx: import.meta.resolve("tsx/esm/api") } });
  // An error of the thread rejects.
  const [checked] = (await once(worker, "message")) as unknown as readonly [CheckedBrand];
  return checked;
}

/** Brands in their order. With `threads` at hand, this one takes the last of them and the others share the rest. */
export async function checkBrands(source: FlowSource, slugs: readonly string[], threads: number): Promise<readonly CheckedBrand[]> {
  const aside = slugs.slice(0, Math.max(0, Math.min(threads, slugs.length) - 1));
  const begun = aside.map((slug) => besides({ source, slug }));
  const own = slugs.slice(aside.length).map((slug) => checkBrand({ source, slug }));
  return [...(await Promise.all(begun)), ...own];
}
