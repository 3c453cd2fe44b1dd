/** A list of numbers below 2^32, which takes 4 to 8 bytes for each. */
export class NumberList {
  #numbers: Uint32Array;
  #length: number;

  /** @param numbers those in the list at first; none by default */
  constructor(numbers: Uint32Array = new Uint32Array(0)) {
    this.#numbers = numbers;
    this.#length = numbers.length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(Math.max(1_024, 2 * this.#length));
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

  set(index: number, number: number): void {
    this.#numbers[index] = number;
  }

  /** @returns the numbers so far, as a view of the list */
  values(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
