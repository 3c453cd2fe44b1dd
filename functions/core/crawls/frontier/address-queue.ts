/** Numbers of addresses by depth; within a depth, in order of insertion. */
export class AddressQueue {
  readonly #byDepth: { numbers: number[]; first: number }[] = [];
  /** No address waits at a lower depth. */
  #lowest = 0;

  /** @param waiting numbers by depth; by default, none waits */
  constructor(waiting: readonly Uint32Array[] = []) {
    for (const numbers of waiting) this.#byDepth.push({ numbers: [...numbers], first: 0 });
  }

  push(number: number, depth: number): void {
    while (this.#byDepth.length <= depth) this.#byDepth.push({ numbers: [], first: 0 });
    this.#byDepth[depth]!.numbers.push(number);
    this.#lowest = Math.min(this.#lowest, depth);
  }

  /**
   * Finds the first address to request, and drops those before it that wait no longer.
   *
   * @param isWaiting returns whether an address waits at this depth: it may have been requested, or wait at another one
   * @param isTaken returns whether it is being requested
   * @returns its number; `null` if there is none
   */
  first(isWaiting: (number: number, depth: number) => boolean, isTaken: (number: number) => boolean): number | null {
    for (let depth = this.#lowest; depth < this.#byDepth.length; depth++) {
      const level = this.#byDepth[depth]!;
      const { numbers } = level;
      while (level.first < numbers.length && !isWaiting(numbers[level.first]!, depth)) level.first++;
      if (level.first === numbers.length) {
        if (level.first > 0) this.#byDepth[depth] = { numbers: [], first: 0 };
        if (depth === this.#lowest) this.#lowest++;
        continue;
      }
      for (let index = level.first; index < numbers.length; index++) {
        const number = numbers[index]!;
        if (isWaiting(number, depth) && !isTaken(number)) return number;
      }
    }
    return null;
  }

  /** @returns the numbers of the addresses that still wait, by depth */
  waiting(isWaiting: (number: number, depth: number) => boolean): Uint32Array[] {
    return this.#byDepth.map(({ numbers, first }, depth) =>
      Uint32Array.from(numbers.slice(first).filter((number) => isWaiting(number, depth))),
    );
  }
}
