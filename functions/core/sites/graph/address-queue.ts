/** Addresses by depth, and of one depth in the order in which they came. */
export class AddressQueue {
  readonly #byDepth: { urls: string[]; first: number }[] = [];

  push(url: string, depth: number): void {
    while (this.#byDepth.length <= depth) this.#byDepth.push({ urls: [], first: 0 });
    this.#byDepth[depth]!.urls.push(url);
  }

  /**
   * Drops what is before the first address that is still waiting.
   *
   * @param isWaiting whether an address waits at this depth: it may have been asked for, or wait at another one
   * @returns that address; `null` where there is none
   */
  first(isWaiting: (url: string, depth: number) => boolean): string | null {
    for (const [depth, level] of this.#byDepth.entries()) {
      for (; level.first < level.urls.length; level.first++) {
        const url = level.urls[level.first]!;
        if (isWaiting(url, depth)) return url;
      }
      if (level.first > 0) this.#byDepth[depth] = { urls: [], first: 0 };
    }
    return null;
  }
}
