/** Exports a set of numbers for the record of reads: most sets are a few ranges, as neighbouring scenarios read the same. */

export class Readers implements Iterable<number> {
  /** The first number of each range, and the one after its last: `[0, 3, 7, 8]` is 0, 1, 2 and 7. */
  #ranges: number[];

  constructor(ranges: readonly number[] = []) {
    this.#ranges = [...ranges];
  }

  /** The set of some numbers in any order. */
  static of(numbers: readonly number[]): Readers {
    const readers = new Readers();
    // Typed arrays are sorted by value.
    for (const number of Uint32Array.from(numbers).sort()) readers.#append(number, number + 1);
    return readers;
  }

  get ranges(): readonly number[] {
    return this.#ranges;
  }

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  add(number: number): void {
    if (number >= (this.#ranges.at(-2) ?? 0)) this.#append(number, number + 1);
    else this.addAll(new Readers([number, number + 1]));
  }

  addAll(others: Readers): void {
    if (others.isEmpty) return;
    const ranges = [...pairs(this.#ranges), ...pairs(others.#ranges)].sort(([a], [b]) => a - b);
    this.#ranges = [];
    for (const [first, end] of ranges) this.#append(first, end);
  }

  /** Adds a range that does not begin before the last one. */
  #append(first: number, end: number): void {
    const last = this.#ranges.length - 1;
    const known = this.#ranges[last];
    if (known === undefined || first > known) this.#ranges.push(first, end);
    else if (end > known) this.#ranges[last] = end;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let index = 0; index < this.#ranges.length; index += 2)
      for (let number = this.#ranges[index] ?? 0; number < (this.#ranges[index + 1] ?? 0); number += 1) yield number;
  }
}

const pairs = (ranges: readonly number[]): (readonly [first: number, end: number])[] =>
  Array.from({ length: ranges.length / 2 }, (_none, index) => [ranges[2 * index] ?? 0, ranges[2 * index + 1] ?? 0]);
