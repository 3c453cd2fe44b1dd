/**
 * Finds segments in one path. The path's suffixes are sorted once, and the positions of each segment are looked up
 * once, so that the time for many patterns over a long path is linear in their length, whatever the patterns.
 */
export class PathIndex {
  readonly path: string;
  /** Work so far: characters compared, and positions sorted or listed. */
  steps = 0;
  readonly #startsOf = new Map<string, Uint32Array>();
  #suffixes: Uint32Array | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** @returns position of the first `segment` at or after `from`; -1 without one */
  find(segment: string, from: number): number {
    const starts = this.#starts(segment);
    const next = boundary(starts.length, (index) => starts[index]! < from);
    return starts[next] ?? -1;
  }

  /** Segments at one position of the path have different lengths, so that all lists together stay small. */
  #starts(segment: string): Uint32Array {
    const known = this.#startsOf.get(segment);
    if (known) return known;
    this.#suffixes ??= this.#sortSuffixes();
    const suffixes = this.#suffixes;
    const beginning = (index: number) => {
      this.steps += segment.length;
      return this.path.slice(suffixes[index], suffixes[index]! + segment.length);
    };
    const first = boundary(suffixes.length, (index) => beginning(index) < segment);
    const end = boundary(suffixes.length, (index) => beginning(index) <= segment);
    const starts = suffixes.slice(first, end).sort();
    this.steps += starts.length;
    this.#startsOf.set(segment, starts);
    return starts;
  }

  /** Sorts by the first two characters, then by four, eight and so on (prefix doubling, Manber and Myers 1990). */
  #sortSuffixes(): Uint32Array {
    const { length } = this.path;
    const base = Math.max(length, 0xffff) + 2;
    let ranks = Float64Array.from({ length }, (_, index) => this.path.charCodeAt(index) + 1);
    for (let width = 1; ; width *= 2) {
      // Rank, rank of what follows, and place in one number: below 2^53 for paths of up to 200,000 characters.
      const keys = ranks.map((rank, index) => (rank * base + (ranks[index + width] ?? 0)) * length + index).sort();
      this.steps += length;
      const next = new Float64Array(length);
      let rank = 0;
      let previous = -1;
      for (const key of keys) {
        const place = key % length;
        if (key - place !== previous) rank += 1;
        previous = key - place;
        next[place] = rank;
      }
      if (rank === length) return Uint32Array.from(keys, (key) => key % length);
      ranks = next;
    }
  }
}

/** Binary search. @returns the first index for which `isBefore` is false, given that it is true for all before it */
function boundary(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
