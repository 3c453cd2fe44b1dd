import type { TextInDirectory } from './repeated-content.ts';

/** The state of an address that is linked or was requested. */
export interface KnownAddress {
  depth: number;
  /** Length of the redirect chain that leads to it. */
  redirects: number;
  requested: boolean;
  /** Text of the page that links to it; `null`: pages with different texts do, or none. */
  foundOn: TextInDirectory | null;
}

/** An address that one page links to, or several with the same text. */
type FoundAddress = KnownAddress & { foundOn: TextInDirectory };

/** The addresses that a crawl knows, in order of discovery, also by the text of the pages that link to them. */
export class KnownAddresses {
  readonly #byUrl = new Map<string, KnownAddress>();
  readonly #urlsByText = new Map<string, string[]>();

  get(url: string): KnownAddress | undefined {
    return this.#byUrl.get(url);
  }

  has(url: string): boolean {
    return this.#byUrl.has(url);
  }

  get size(): number {
    return this.#byUrl.size;
  }

  /** Adds an address that is not known. Its `foundOn` may become `null` later, but no other text. */
  add(url: string, known: KnownAddress): void {
    this.#byUrl.set(url, known);
    if (!known.foundOn) return;
    const urls = this.#urlsByText.get(known.foundOn.textHash);
    if (urls) urls.push(url);
    else this.#urlsByText.set(known.foundOn.textHash, [url]);
  }

  /**
   * Removes addresses that only pages with a text link to, without visiting others.
   *
   * @param isDropped returns whether to remove one of these addresses
   * @returns the removed addresses, in order of discovery
   */
  drop(textHash: string, isDropped: (url: string, known: FoundAddress) => boolean): string[] {
    const dropped: string[] = [];
    const left: string[] = [];
    for (const url of this.#urlsByText.get(textHash) ?? []) {
      const known = this.#byUrl.get(url)!;
      if (!isFound(known)) continue;
      (isDropped(url, known) ? dropped : left).push(url);
    }
    this.#urlsByText.set(textHash, left);
    for (const url of dropped) this.#byUrl.delete(url);
    return dropped;
  }
}

const isFound = (known: KnownAddress): known is FoundAddress => known.foundOn !== null;
