import type { AddressParts, Parameter } from './address-parts.ts';

/** How many combinations of values are followed of one path. */
export const MOST_COMBINATIONS = 50;
/** Values that are words, of one parameter of a path: titles of a wiki have as many, prices and searches have no end. */
export const MOST_WORDS = 2_000;
/** A query of more values is a form that was sent. */
export const MOST_VALUES = 30;

/** What chooses a page of a list. */
const PAGING = /^(?:p|pg|page|paged|pageno|pagenum|page_no|page_num|pn|cpage|seite|pagina|start|offset|limitstart)$/;
/** What chooses a kind of page where one script answers for all (Joomla, OpenCart, vBulletin, MediaWiki …): part of the path. */
const DISPATCH = /^(?:option|view|task|controller|fc|action|act|module|mod|route|do|op|com|cmd)$/;
/** How many kinds of pages one script may have; what comes behind them is no kind of page. */
export const MOST_KINDS = 50;

const NUMBER = /^\d+$/;
const LIST = /,|\||%2C|%7C/i;

/** What is known of the queries of one path. */
interface Queries {
  /** Names with values, each of its own. */
  values: Set<string>;
  /** How many of them are words, by name. */
  words: Map<string, number>;
  /** Queries, without the page of a list. */
  bases: Set<string>;
  combinations: number;
}

/** A query, taken apart. */
interface Query {
  /** The path with what is part of it. */
  place: string;
  base: string;
  values: { name: string; text: string; isWord: boolean }[];
}

/**
 * Tells the combinations of filters, sortings and views. An address that brings a value that its path did not have yet
 * (`?id=4711`, `?cat=3&id=4711`) is a page as any other; one of which all values are known from other addresses of its
 * path says the same again in another way. The values themselves are few, their combinations are endless.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation
 */
export class Facets {
  readonly #places = new Map<string, Queries>();
  readonly #kinds = new Map<string, Set<string>>();

  isTrap(address: AddressParts): boolean {
    if (address.parameters.length === 0) return false;
    const query = this.#queryOf(address);
    if (query.values.length > MOST_VALUES) return true;
    const known = this.#places.get(query.place);
    if (!known || known.bases.has(query.base)) return false;
    const added = query.values.filter(({ text }) => !known.values.has(text));
    if (added.length === 0) return query.base !== '' && known.combinations >= MOST_COMBINATIONS;
    return added.some(({ name, isWord }) => isWord && (known.words.get(name) ?? 0) >= MOST_WORDS);
  }

  /** An address that is followed. */
  learn(address: AddressParts): void {
    if (address.parameters.length === 0) return;
    const query = this.#queryOf(address);
    this.#learnKind(address, query.place);
    const known = this.#places.get(query.place) ?? {
      values: new Set(),
      words: new Map(),
      bases: new Set(),
      combinations: 0,
    };
    this.#places.set(query.place, known);
    if (known.bases.has(query.base)) return;
    known.bases.add(query.base);
    const before = known.values.size;
    for (const { name, text, isWord } of query.values) {
      if (isWord && !known.values.has(text)) known.words.set(name, (known.words.get(name) ?? 0) + 1);
      known.values.add(text);
    }
    if (known.values.size === before && query.base !== '') known.combinations++;
  }

  #learnKind({ place }: AddressParts, kind: string): void {
    if (kind === place) return;
    const kinds = this.#kinds.get(place);
    if (kinds) kinds.add(kind);
    else this.#kinds.set(place, new Set([kind]));
  }

  #queryOf({ place, parameters }: AddressParts): Query {
    const kind = [place, ...parameters.filter(isDispatch).map(textOf)].join('&');
    const kinds = this.#kinds.get(place);
    const isKind = !kinds || kinds.has(kind) || kinds.size < MOST_KINDS;
    const rest = parameters.filter((parameter) => !isPaging(parameter));
    return { place: isKind ? kind : place, base: rest.map(textOf).join('&'), values: rest.flatMap(valuesOf) };
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

/** A list of values (`red,blue`) is a combination of them. */
function valuesOf({ name, value }: Parameter): Query['values'] {
  return value.split(LIST).map((one) => ({ name, text: `${name}=${one}`, isWord: !NUMBER.test(one) }));
}
