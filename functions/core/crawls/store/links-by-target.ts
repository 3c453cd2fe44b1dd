import { NumberList } from '../../platform/number-list.ts';
import type { LinkRow } from '../../record/site-evidence-schema.ts';
import { numberOfAddress } from './evidence-rows.ts';

/** Bytes of a block of rows. */
const BLOCK_BYTES = 4_000_000;

/** What the row of a link states of its target. */
type Target = Pick<LinkRow, 'to' | 'internal' | 'status' | 'final_url' | 'hops' | 'error'>;
/** What it states of the page, and of the element. */
type Source = [page: number, kind: LinkRow['kind'], anchor: string | null, rel: string[]];

/**
 * Sorts links by their targets. A large site has millions: each takes about 50 bytes, since what rows state of their
 * targets and pages is kept once.
 */
export class LinksByTarget {
  readonly #pages: string[] = [];
  readonly #targets: Target[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #sources = new TextList();
  readonly #targetOf = new NumberList();

  /** @param page number of the page, or of the sitemap, that has the link */
  add(page: number, row: LinkRow): void {
    const { from, kind, anchor, rel } = row;
    this.#pages[page] = from;
    this.#sources.push(JSON.stringify([page, kind, anchor, rel] satisfies Source));
    this.#targetOf.push(this.#numberOf(row));
  }

  /** @returns all links with {@link numberOfAddress} of their targets, in its order; those to a target in their order */
  *sorted(): Generator<{ number: number; row: LinkRow }> {
    const hashes = Float64Array.from(this.#targets, ({ to }) => numberOfAddress(to));
    const targets = Uint32Array.from(hashes.keys()).sort((one, other) => hashes[one]! - hashes[other]! || one - other);
    const { order, first } = this.#byTarget();
    for (const target of targets) {
      for (let at = first[target]!; at < first[target + 1]!; at++) {
        const [page, kind, anchor, rel] = JSON.parse(this.#sources.at(order[at]!)) as Source;
        const row = { ...this.#targets[target]!, from: this.#pages[page]!, kind, anchor, rel };
        yield { number: hashes[target]!, row };
      }
    }
  }

  /** @returns the links target by target; those to target n begin at `first[n]` */
  #byTarget(): { order: Uint32Array; first: Uint32Array } {
    const first = new Uint32Array(this.#targets.length + 1);
    const links = this.#targetOf.values();
    for (const target of links) first[target + 1]!++;
    for (let target = 0; target < this.#targets.length; target++) first[target + 1]! += first[target]!;
    const next = first.slice();
    const order = new Uint32Array(links.length);
    links.forEach((target, link) => (order[next[target]!++] = link));
    return { order, first };
  }

  #numberOf({ to, internal, status, final_url, hops, error }: LinkRow): number {
    const known = this.#numbers.get(to);
    if (known !== undefined) return known;
    const number = this.#targets.push({ to, internal, status, final_url, hops, error }) - 1;
    this.#numbers.set(to, number);
    return number;
  }
}

/** A list of texts, outside of the memory of JavaScript's objects. */
class TextList {
  readonly #blocks: Buffer[] = [];
  #used = BLOCK_BYTES;
  /** For each text the number of its block, its position in it, and its length. */
  readonly #places = new NumberList();

  push(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#used + bytes > BLOCK_BYTES) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes)));
      this.#used = 0;
    }
    this.#blocks.at(-1)!.write(text, this.#used);
    for (const number of [this.#blocks.length - 1, this.#used, bytes]) this.#places.push(number);
    this.#used += bytes;
  }

  at(index: number): string {
    const [block, start, bytes] = [0, 1, 2].map((each) => this.#places.at(3 * index + each)) as [
      number,
      number,
      number,
    ];
    return this.#blocks[block]!.toString('utf8', start, start + bytes);
  }
}
