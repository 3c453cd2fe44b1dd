/** Keeps what was read from the files that were used last, up to a number of characters of their contents. */
export class KeptFiles<Read> {
  readonly #make: (content: string) => Read;
  readonly #maxCharacters: number;
  /** By content; the one that was used last is at the end. */
  readonly #kept = new Map<string, Read>();
  #characters = 0;

  constructor(make: (content: string) => Read, maxCharacters: number) {
    this.#make = make;
    this.#maxCharacters = maxCharacters;
  }

  read(content: string): Read {
    const known = this.#kept.get(content);
    const read = known ?? this.#make(content);
    if (known) this.#kept.delete(content);
    else this.#characters += content.length;
    this.#kept.set(content, read);
    for (const [old] of this.#kept) {
      if (this.#characters <= this.#maxCharacters || old === content) break;
      this.#kept.delete(old);
      this.#characters -= old.length;
    }
    return read;
  }
}
