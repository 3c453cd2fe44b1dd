import type { AddressParts, Parameter } from '../../../platform/names/address-parts.ts';
import { limitForPages } from '../../crawl-size.ts';

/** Limit of followed combinations of values of one path, however large the site: they show the same content again. */
export const MAX_COMBINATIONS = 50;
/**
 * Limit of non-numeric values of one parameter of a path: enough for titles of a wiki; prices and searches are endless. It
 * follows the page limit, as a large wiki has more titles.
 */
export const MAX_WORDS = 2_000;
/** A query with more values is a submitted form. */
export const MAX_VALUES = 30;

/** Parameters that select a page of a list. */
const PAGING = /^(?:p|pg|page|paged|pageno|pagenum|page_no|page_num|pn|cpage|seite|pagina|start|offset|limitstart)$/;
/**
 * Parameters that select a kind of page of one script (Joomla, OpenCart, vBulletin, MediaWiki …); they act as part of
 * the path.
 */
const DISPATCH = /^(?:option|view|task|controller|fc|action|act|module|mod|route|do|op|com|cmd)$/;
/** Limit of kinds of pages of one script; further values do not count as part of the path. */
export const MAX_KINDS = 50;

const NUMBER = /^\d+$/;
const LIST = /,|\||%2C|%7C/i;

/** The queries of one path. */
interface Queries {
  /** Pairs of name and value. */
  values: Set<string>;
  /** Number of values that are words, by parameter name. */
  words: Map<string, number>;
  /** Queries without the parameters of paging. */
  bases: Set<string>;
  combinations: number;
}

/** The parts of a query. */
interface Query {
  /** Host, path and the parameters that act as part of the path. */
  path: string;
  base: string;
  values: { name: string; text: string; isWord: boolean }[];
}

/**
 * Detects combinations of filters, sort orders and views. An address with a value that is new for its path (`?id=4711`,
 * `?cat=3&id=4711`) is a page like any other. One whose values are all known from other addresses of its path shows the
 * same content in another form: values are few, but their combinations are endless.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation
 */
export class Facets {
  readonly #maxWords: number;
  readonly #queriesByPath = new Map<string, Queries>();
  readonly #kinds = new Map<string, Set<string>>();

  /** @param limit number of pages that the crawl may request */
  constructor({ limit }: { limit: number }) {
    this.#maxWords = limitForPages(MAX_WORDS, limit);
  }

  isTrap(address: AddressParts): boolean {
    if (address.parameters.length === 0) return false;
    const query = this.#queryOf(address);
    if (query.values.length > MAX_VALUES) return true;
    const known = this.#queriesByPath.get(query.path);
    if (!known || known.bases.has(query.base)) return false;
    const added = query.values.filter(({ text }) => !known.values.has(text));
    if (added.length === 0) return query.base !== '' && known.combinations >= MAX_COMBINATIONS;
    return added.some(({ name, isWord }) => isWord && (known.words.get(name) ?? 0) >= this.#maxWords);
  }

  /** Adds an address that is followed. */
  add(address: AddressParts): void {
    if (address.parameters.length === 0) return;
    const query = this.#queryOf(address);
    this.#addKind(address, query.path);
    const known = this.#queriesByPath.get(query.path) ?? {
      values: new Set(),
      words: new Map(),
      bases: new Set(),
      combinations: 0,
    };
    this.#queriesByPath.set(query.path, known);
    if (known.bases.has(query.base)) return;
    known.bases.add(query.base);
    const before = known.values.size;
    for (const { name, text, isWord } of query.values) {
      if (isWord && !known.values.has(text)) known.words.set(name, (known.words.get(name) ?? 0) + 1);
      known.values.add(text);
    }
    if (known.values.size === before && query.base !== '') known.combinations++;
  }

  #addKind({ hostAndPath }: AddressParts, kind: string): void {
    if (kind === hostAndPath) return;
    const kinds = this.#kinds.get(hostAndPath);
    if (kinds) kinds.add(kind);
    else this.#kinds.set(hostAndPath, new Set([kind]));
  }

  #queryOf({ hostAndPath, parameters }: AddressParts): Query {
    const kind = [hostAndPath, ...parameters.filter(isDispatch).map(textOf)].join('&');
    const kinds = this.#kinds.get(hostAndPath);
    const isKind = !kinds || kinds.has(kind) || kinds.size < MAX_KINDS;
    const rest = parameters.filter((parameter) => !isPaging(parameter));
    return { path: isKind ? kind : hostAndPath, base: rest.map(textOf).join('&'), values: rest.flatMap(valuesOf) };
  }
}

function isPaging({ name, value }: Parameter): boolean {
  return PAGING.test(name) && NUMBER.test(value);
}

function isDispatch({ name }: Parameter): boolean {
  return DISPATCH.test(name);
}

function textOf({ name, value }: Parameter): string {
  return `${name}=${value}`;
}

/** Splits a list of values (`red,blue`), which is a combination of them. */
function valuesOf({ name, value }: Parameter): Query['values'] {
  return value.split(LIST).map((one) => ({ name, text: `${name}=${one}`, isWord: !NUMBER.test(one) }));
}
