import { NumberList } from '../../platform/number-list.ts';

/** How an address was found. */
export interface FoundAddress {
  depth: number;
  /** Length of the redirect chain that leads to it. */
  redirects: number;
  /** Number of the text of the page that links to it (`RepeatedContent`); `null`: pages with different texts do, or none. */
  foundOn: number | null;
}

/** The addresses as they are stored: values by number. */
export interface KnownState {
  urls: string[];
  depths: Uint32Array;
  redirects: Uint32Array;
  /** 0: none; else the number of the text, plus 1. */
  texts: Uint32Array;
  stages: Uint32Array;
}

/** Stages of an address. */
const [WAITING, REQUESTED, DROPPED] = [0, 1, 2];

/**
 * The addresses that a crawl knows, each with a number, in order of discovery, also by the text of the pages that link to
 * them. One that was dropped has another number when it is found again.
 */
export class KnownAddresses {
  readonly #contentOf: (text: number) => number;
  readonly #urls: string[];
  readonly #depths: NumberList;
  readonly #redirects: NumberList;
  readonly #texts: NumberList;
  readonly #stages: NumberList;
  /** Without those that were dropped. */
  readonly #numbers = new Map<string, number>();
  readonly #numbersByContent = new Map<number, number[]>();
  /** Of all addresses, also of those that were dropped. */
  #characters = 0;

  /**
   * @param contentOf returns the number that equal texts in different directories share
   * @param state absent: no address is known
   */
  constructor(contentOf: (text: number) => number, state?: KnownState) {
    this.#contentOf = contentOf;
    this.#urls = state?.urls ?? [];
    this.#depths = new NumberList(state?.depths);
    this.#redirects = new NumberList(state?.redirects);
    this.#texts = new NumberList(state?.texts);
    this.#stages = new NumberList(state?.stages);
    for (const [number, url] of this.#urls.entries()) {
      this.#characters += url.length;
      if (this.#stages.at(number) !== DROPPED) this.#note(number, url);
    }
  }

  get state(): KnownState {
    return {
      urls: this.#urls,
      depths: this.#depths.values(),
      redirects: this.#redirects.values(),
      texts: this.#texts.values(),
      stages: this.#stages.values(),
    };
  }

  /** Number of known addresses. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The number of characters of all addresses that are or were known. */
  get characters(): number {
    return this.#characters;
  }

  /** All addresses that are or were known, by number. */
  get all(): readonly string[] {
    return this.#urls;
  }

  has(url: string): boolean {
    return this.#numbers.has(url);
  }

  numberOf(url: string): number | undefined {
    return this.#numbers.get(url);
  }

  urlOf(number: number): string {
    return this.#urls[number]!;
  }

  /** Returns how an address was found, by the shortest way. */
  foundAt(number: number): FoundAddress {
    const text = this.#texts.at(number);
    return {
      depth: this.#depths.at(number),
      redirects: this.#redirects.at(number),
      foundOn: text === 0 ? null : text - 1,
    };
  }

  /** @returns whether an address is to be requested at this depth, or is being requested */
  isWaiting(number: number, depth: number): boolean {
    return this.#stages.at(number) === WAITING && this.#depths.at(number) === depth;
  }

  wasRequested(number: number): boolean {
    return this.#stages.at(number) === REQUESTED;
  }

  /** Adds an address that is not known. @returns its number */
  add(url: string, { depth, redirects, foundOn }: FoundAddress): number {
    const number = this.#urls.push(url) - 1;
    this.#characters += url.length;
    this.#depths.push(depth);
    this.#redirects.push(redirects);
    this.#texts.push(foundOn === null ? 0 : foundOn + 1);
    this.#stages.push(WAITING);
    this.#note(number, url);
    return number;
  }

  #note(number: number, url: string): void {
    this.#numbers.set(url, number);
    const text = this.#texts.at(number);
    if (text === 0) return;
    const content = this.#contentOf(text - 1);
    const numbers = this.#numbersByContent.get(content);
    if (numbers) numbers.push(number);
    else this.#numbersByContent.set(content, [number]);
  }

  /**
   * Considers another way to an address that was not requested.
   *
   * @returns whether it is nearer by this way
   */
  update(number: number, { depth, redirects, foundOn }: FoundAddress): boolean {
    const text = this.#texts.at(number);
    const isEqual = text > 0 && foundOn !== null && this.#contentOf(text - 1) === this.#contentOf(foundOn);
    if (!isEqual) this.#texts.set(number, 0);
    if (depth >= this.#depths.at(number)) return false;
    this.#depths.set(number, depth);
    this.#redirects.set(number, redirects);
    return true;
  }

  setRequested(number: number): void {
    this.#stages.set(number, REQUESTED);
  }

  /** @returns the addresses that were requested, in order of discovery */
  requested(): string[] {
    return this.#urls.filter((_, number) => this.wasRequested(number));
  }

  /**
   * Removes addresses that wait and that only pages with a text link to, without visiting others.
   *
   * @param content see the constructor
   * @param isDropped returns whether to remove one of these addresses
   * @returns the removed addresses, in order of discovery
   */
  drop(content: number, isDropped: (url: string, foundOn: number) => boolean): string[] {
    const dropped: string[] = [];
    const left: number[] = [];
    for (const number of this.#numbersByContent.get(content) ?? []) {
      const text = this.#texts.at(number);
      if (text === 0 || this.wasRequested(number)) continue;
      const url = this.urlOf(number);
      if (!isDropped(url, text - 1)) {
        left.push(number);
        continue;
      }
      dropped.push(url);
      this.#stages.set(number, DROPPED);
      this.#numbers.delete(url);
    }
    this.#numbersByContent.set(content, left);
    return dropped;
  }
}
