import type { IssueRow } from '../../record/site-evidence-schema.ts';
import type { CrawlKnowledge } from './crawl-knowledge.ts';

/** Above the number of addresses of both crawls; the product of two of them is an exact number. */
const MAX_ADDRESSES = 2 ** 26;

/** Numbers of the occurrences of one issue, which are equal where page and target match. */
class OccurrenceNumbers {
  /** Numbers of addresses that neither crawl has, such as those of other sites. */
  readonly #others = new Map<string, number>();

  of({ url, target }: IssueRow, crawl: CrawlKnowledge): number {
    return this.#addressOf(url, crawl) * MAX_ADDRESSES + (target === null ? 0 : this.#addressOf(target, crawl) + 1);
  }

  #addressOf(url: string, crawl: CrawlKnowledge): number {
    const known = crawl.numberOf(url);
    if (known !== undefined) return known;
    const key = crawl.keyOf(url);
    const number = this.#others.get(key) ?? crawl.addresses + this.#others.size;
    this.#others.set(key, number);
    return number;
  }
}

/**
 * The occurrences of one issue in the base: their numbers are in memory, not the rows, so that those that remain are read
 * again.
 */
export class BaseOccurrences {
  readonly #numbers = new OccurrenceNumbers();
  readonly #base: CrawlKnowledge;
  /** How often the base has each occurrence, and how often the newer crawl has it too. */
  readonly #counts = new Map<number, number>();
  readonly #taken = new Map<number, number>();
  #left = 0;

  constructor(base: CrawlKnowledge) {
    this.#base = base;
  }

  /** Whether there are some that the newer crawl has not taken. */
  get hasRest(): boolean {
    return this.#left > 0;
  }

  add(row: IssueRow): void {
    const number = this.#numbers.of(row, this.#base);
    this.#counts.set(number, (this.#counts.get(number) ?? 0) + 1);
    this.#left += 1;
  }

  /** @returns whether there was one more that is the same as this one of the newer crawl */
  take(row: IssueRow, newer: CrawlKnowledge): boolean {
    const number = this.#numbers.of(row, newer);
    const taken = this.#taken.get(number) ?? 0;
    if (taken >= (this.#counts.get(number) ?? 0)) return false;
    this.#taken.set(number, taken + 1);
    this.#left -= 1;
    return true;
  }

  /**
   * Returns those that were not taken; it is called once.
   *
   * @param parts all rows again, in the same order
   * @returns the rows page by page, equal ones of a page after each other
   */
  async *rest(parts: AsyncIterable<readonly IssueRow[]>): AsyncGenerator<IssueRow[]> {
    let page: string | null = null;
    let ofPage = new Map<number, IssueRow[]>();
    for await (const rows of parts) {
      for (const row of rows) {
        if (row.url !== page) {
          yield [...ofPage.values()].flat();
          [page, ofPage] = [row.url, new Map<number, IssueRow[]>()];
        }
        const number = this.#numbers.of(row, this.#base);
        const same = ofPage.get(number) ?? [];
        ofPage.set(number, same);
        const taken = this.#taken.get(number) ?? 0;
        if (taken > 0) this.#taken.set(number, taken - 1);
        else same.push(row);
      }
    }
    yield [...ofPage.values()].flat();
  }
}
