/** A list of numbers below 2^32, which takes 4 to 8 bytes for each. */
export class NumberList {
  #numbers = new Uint32Array(1_024);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }

  /** @returns the numbers so far, as a view of the list */
  values(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
