import { REPORT_TRIED_MS } from '../../../functions/core/crawls/limits.ts';
import type { SeedOrder } from './orders.ts';

/** Time between the crawls of the two states of a site: less than that after which the report of the first one is given up. */
export const BEFORE_MS = REPORT_TRIED_MS / 2;

/** The response of an address of the site. */
export type MadeAnswer = { status: number; location?: string; html?: string };

/** Links that all pages share. */
const NAVIGATION = 12;
/** Products of a category. */
const PER_CATEGORY = 98;
const WORDS_OF_PAGE = 120;
const PRIME = 7_919;
const WORDS = (
  'alpine bicycles candles denim espresso fabric garden hiking ink jackets kettles lamps maps notebooks oak paper quilts ' +
  'rugs saddles tents umbrellas velvet wool yarn zinc apples benches chairs drawers easels frames gloves hats irons jars ' +
  'knives ladders mirrors needles ovens pillows quills rakes shelves tables urns vases wagons axes buckets clocks desks'
).split(' ');

/** Kinds of products by their number modulo 1,000; the others are plain pages. */
type Kind = 'page' | 'redirect' | 'gone' | 'error' | 'copy' | 'similar' | 'noindex' | 'canonical' | 'bare' | 'shared';

function kindOf(number: number, { isChanged }: SeedOrder): Kind {
  const part = (number * PRIME) % 1_000;
  // The second crawl finds other pages gone: some were repaired, others broke.
  if (part >= (isChanged ? 3 : 0) && part < (isChanged ? 13 : 10)) return 'gone';
  if (part < 13) return 'page';
  if (part < 33) return 'redirect';
  if (part < 36) return 'error';
  if (part < 46) return 'copy';
  if (part < 56) return 'similar';
  if (part < 76) return 'noindex';
  if (part < 106) return 'canonical';
  if (part < 156) return 'bare';
  return part < 256 ? 'shared' : 'page';
}

/** A site of a home page, categories and products, which is the same in every run. */
export class LargeSite {
  readonly #some: SeedOrder;
  readonly #categories: number;
  readonly #products: number;

  constructor(some: SeedOrder) {
    this.#some = some;
    this.#categories = Math.ceil((some.pages - 1) / (PER_CATEGORY + 1));
    this.#products = some.pages - 1 - this.#categories;
  }

  get home(): string {
    return `http://${this.#some.domain}/`;
  }

  /** Paths that the sitemap lists: all but one product in twenty. */
  get sitemap(): string[] {
    const products = Array.from({ length: this.#products }, (_, number) => number).filter(
      (number) => number % 20 !== 7,
    );
    return ['/', ...this.#paths, ...products.map(pathOf)];
  }

  get #paths(): string[] {
    return Array.from({ length: this.#categories }, (_, index) => categoryPath(index));
  }

  answer(path: string): MadeAnswer {
    if (path === '/') return this.#html('Home of the shop', 0, this.#paths);
    const [, kind, text] = /^\/(c|p)\/[a-z]+-(\d+)$/.exec(path) ?? [];
    const number = Number(text);
    if (kind === 'c' && number < this.#categories) return this.#category(number);
    return kind === 'p' && number < this.#products ? this.#product(number) : { status: 404, html: NOT_FOUND };
  }

  #category(number: number): MadeAnswer {
    const members: string[] = [];
    for (let each = number; each < this.#products; each += this.#categories) members.push(pathOf(each));
    return this.#html(`Category ${number}: ${words(number, 3)}`, -number - 1, [...this.#navigation, ...members]);
  }

  #product(number: number): MadeAnswer {
    const kind = kindOf(number, this.#some);
    if (kind === 'gone') return { status: 404, html: NOT_FOUND };
    if (kind === 'error') return { status: 500, html: NOT_FOUND };
    if (kind === 'redirect') return { status: 301, location: pathOf((number + 1) % this.#products) };
    const links = [...this.#navigation, categoryPath(number % this.#categories), ...this.#related(number)];
    const isEdited = this.#some.isChanged && number % 50 === 11;
    const title = `${words(kind === 'shared' ? number % 20 : number, 4)} ${kind === 'shared' ? '' : number}`;
    // A copy has the text of another page; a similar page has it but for its last words.
    const text = kind === 'copy' || kind === 'similar' ? Math.floor(number / 3_000) : number;
    return this.#html(isEdited ? `${title}, reduced` : title, text, links, {
      kind,
      number,
      last: kind === 'similar' ? words(number, 2) : '',
    });
  }

  get #navigation(): string[] {
    return ['/', ...this.#paths.slice(0, NAVIGATION - 1)];
  }

  /** Links to other products: a third of them to few, popular ones. */
  #related(number: number): string[] {
    const count = Math.max(2, this.#some.links - NAVIGATION - 1);
    return Array.from({ length: count }, (_, index) => {
      const isPopular = index % 3 === 0;
      const range = isPopular ? Math.max(100, Math.ceil(this.#products / 50)) : this.#products;
      return pathOf((number * 31 + index * PRIME + (isPopular ? 17 : 0)) % range);
    });
  }

  #html(
    title: string,
    text: number,
    links: readonly string[],
    { kind = 'page', number = 0, last = '' }: { kind?: Kind; number?: number; last?: string } = {},
  ): MadeAnswer {
    const canonical = kind === 'canonical' ? `<link rel="canonical" href="${pathOf(number - (number % 5))}">` : '';
    const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${kind === 'bare' ? '' : `<meta name="description" content="${title}: ${words(text + 3, 12)}">`}
${kind === 'noindex' ? '<meta name="robots" content="noindex">' : ''}${canonical}
<meta name="viewport" content="width=device-width"></head><body>
<nav>${links.slice(0, NAVIGATION).map(link).join('\n')}</nav>
<main>${kind === 'bare' ? '' : `<h1>${title}</h1>`}<p>${words(text, WORDS_OF_PAGE)} ${last}</p>
<ul>${links
      .slice(NAVIGATION)
      .map((each) => `<li>${link(each)}</li>`)
      .join('\n')}</ul>
<img src="/image.png"${kind === 'shared' ? '' : ' alt="An image"'}></main></body></html>`;
    return { status: 200, html };
  }
}

const NOT_FOUND =
  '<!DOCTYPE html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>';

const link = (path: string) => `<a href="${path}">${path.slice('/p/'.length).replaceAll('-', ' ') || 'Home'}</a>`;
const pathOf = (number: number) => `/p/${WORDS[(number * 13) % WORDS.length]}-${number}`;
const categoryPath = (number: number) => `/c/${WORDS[number % WORDS.length]}-${number}`;

/** Returns words that are the same in every run. */
function words(seed: number, count: number): string {
  let state = Math.imul(seed + 1_000_003, 2_654_435_761) >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length]!;
  }).join(' ');
}
