/**
 * Exports `compare` and `figureOf` for the benchmarks: costs as ratios against a named peer, measured side by side. Both sides
 * run in turns in one process, so that whatever else the machine does falls on both. The ratio of each turn is taken, and
 * their median is the answer.
 */

export interface Side {
  readonly name: string;
  /** Does the work once; `count` of them make a turn. */
  readonly run: () => unknown | Promise<unknown>;
}

export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** `cpu`: this process's time alone, for work that waits for others. Default `wall`. */
  readonly clock?: "wall" | "cpu";
  readonly ours: Side;
  readonly peer: Side;
  /** Milliseconds that one turn of the peer should take. */
  readonly turn?: number;
  readonly turns?: number;
  /** How often each side runs in a turn, where one run takes long; measured otherwise. */
  readonly count?: number;
}

export interface Result {
  readonly what: string;
  readonly unit: string;
  readonly ours: { readonly name: string; readonly microseconds: number };
  readonly peer: { readonly name: string; readonly microseconds: number };
  /** Median, and the middle half of the turns. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
  /** Another product in the same turns, by its ratio to the same peer. */
  readonly also?: { readonly name: string; readonly ratio: number };
  /** The ratio that the product aims at. */
  readonly goal?: number;
}

const quantile = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Milliseconds so far. */
const CLOCKS = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
} as const;

type Clock = () => number;

async function time(side: Side, count: number, clock: Clock): Promise<number> {
  const from = clock();
  for (let index = 0; index < count; index += 1) {
    const answer = side.run();
    if (answer instanceof Promise) await answer;
  }
  return (clock() - from) / count;
}

/** How often the peer must run to fill a turn; also warms both sides. */
async function countFor(ours: Side, peer: Side, turn: number, clock: Clock): Promise<number> {
  await time(ours, 20, clock);
  let count = 20;
  for (;;) {
    const each = await time(peer, count, clock);
    await time(ours, Math.max(1, Math.round(count / 4)), clock);
    if (each * count >= turn / 2) return Math.max(1, Math.round(turn / each));
    count *= 2;
  }
}

export async function compare({
  what,
  unit,
  ours,
  peer,
  clock = "wall",
  turn = 100,
  turns = 15,
  count: given,
}: Comparison): Promise<Result> {
  const read = CLOCKS[clock];
  const count = given ?? (await countFor(ours, peer, turn, read));
  const pairs: { own: number; other: number }[] = [];
  for (let index = 0; index < turns; index += 1) {
    // Who begins changes with each turn.
    const first = index % 2 === 0 ? ours : peer;
    const second = first === ours ? peer : ours;
    const one = await time(first, count, read);
    const two = await time(second, count, read);
    pairs.push(first === ours ? { own: one, other: two } : { own: two, other: one });
  }
  return resultOf({ what, unit, ours: ours.name, peer: peer.name }, pairs);
}

/** The result of turns that were measured in pairs, in milliseconds. */
export function resultOf(
  { what, unit, ours, peer }: { readonly what: string; readonly unit: string; readonly ours: string; readonly peer: string },
  pairs: readonly { readonly own: number; readonly other: number }[],
): Result {
  const ratios = ascending(pairs.map(({ own, other }) => own / other));
  return {
    what,
    unit,
    ours: { name: ours, microseconds: quantile(ascending(pairs.map(({ own }) => own)), 0.5) * 1000 },
    peer: { name: peer, microseconds: quantile(ascending(pairs.map(({ other }) => other)), 0.5) * 1000 },
    ratio: quantile(ratios, 0.5),
    from: quantile(ratios, 0.25),
    to: quantile(ratios, 0.75),
  };
}

/** A measure without a peer: one whose goal is a number, such as no layout shift at all. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** Median, and the middle half of the rounds. */
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** The figure of these rounds. */
export function figureOf(what: string, unit: string, values: readonly number[]): Figure {
  const sorted = ascending(values);
  return { what, unit, value: quantile(sorted, 0.5), from: quantile(sorted, 0.25), to: quantile(sorted, 0.75) };
}

export function print(result: Result | Figure): string {
  if ("ratio" in result) return printRatio(result);
  const { what, unit, value, from, to } = result;
  const figure = (number: number) => Number(number.toPrecision(3));
  return `${what}: ${figure(value)} (${figure(from)}-${figure(to)}) ${unit}`;
}

function printRatio({ what, unit, ours, peer, ratio, from, to, also, goal }: Result): string {
  const figure = (value: number) =>
    value >= 100_000 ? `${(value / 1000).toFixed(0)} ms` : `${value < 100 ? value.toFixed(2) : value.toFixed(0)} µs`;
  return [
    [
      `${what}: ${ratio.toFixed(2)} (${from.toFixed(2)}-${to.toFixed(2)}) times ${peer.name}`,
      ...(also === undefined ? [] : [`${also.name} ${also.ratio.toFixed(2)}`]),
      ...(goal === undefined ? [] : [`goal ${goal.toFixed(2)}`]),
    ].join("; "),
    `    ${ours.name}: ${figure(ours.microseconds)} per ${unit}; ${peer.name}: ${figure(peer.microseconds)}`,
  ].join("\n");
}
