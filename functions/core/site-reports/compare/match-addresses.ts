import { withoutWww } from '../../platform/names/ascii-host.ts';
import type { ComparedRow } from './compared-row.ts';

/** A crawl whose addresses are matched. */
interface Addressed {
  domain: string;
  rows: readonly ComparedRow[];
}

/** Returns the keys of addresses: two addresses of two crawls match if their keys are equal. */
export interface AddressKeys {
  ofNewer: (url: string) => string;
  ofBase: (url: string) => string;
}

/**
 * Matches the addresses of two crawls. Those of a site's own hosts match by path and query, whatever their scheme and
 * whether the host begins with `www.`, where each crawl has only one of these variants; a variant that redirects to
 * another one is none of its own. Other addresses match as they are. So a site matches itself after a move to https, and
 * a copy on another domain.
 */
export function matchAddresses(newer: Addressed, base: Addressed): AddressKeys {
  const [ofNewer, ofBase] = [new Variants(newer), new Variants(base)];
  const keyIn = (variants: Variants) => (url: string) => {
    const variant = variants.variantOf(url);
    if (!variant) return url;
    const { path, name } = variant;
    const isOne = !ofNewer.areSeveral(path) && !ofBase.areSeveral(path) && !variants.isRedirecting(url, path);
    return isOne ? path : name + path;
  };
  return { ofNewer: keyIn(ofNewer), ofBase: keyIn(ofBase) };
}

/** An address of a site's own hosts. */
interface Variant {
  /** Path and query. */
  path: string;
  /** Scheme, and whether the host begins with `www.`. */
  name: string;
}

/**
 * Path and query that are the same after parsing: without characters that are encoded, dot segments and an empty query.
 * Most addresses have such ones, and parsing takes ten times as long.
 *
 * @see https://url.spec.whatwg.org/#concept-basic-url-parser
 */
const PARSED = /^(?:\/(?!\.)|[\w~.&=-]|\?(?!$))+$/;

/** The addresses of one crawl, by path and query. */
class Variants {
  /** Host of the site, without `www.`. */
  readonly #host: string;
  /** The variants of the home page, without the slash at the end. */
  readonly #homes: { begin: string; name: string }[];
  /** For each path that several addresses have, those that do not redirect to each other. */
  readonly #ownByPath = new Map<string, Set<string>>();

  constructor({ domain, rows }: Addressed) {
    this.#host = withoutWww(URL.parse(rows[0]?.url ?? '')?.hostname ?? domain);
    this.#homes = ['https://', 'http://', 'https://www.', 'http://www.']
      .map((name) => ({ begin: `${name}${this.#host}`, name }))
      .filter(({ begin }) => withoutWww(URL.parse(begin)?.hostname ?? '') === this.#host);
    for (const [path, same] of this.#severalByPath(rows)) {
      const own = same.filter(({ redirects_to: to }) => to === null || this.variantOf(to)?.path !== path);
      this.#ownByPath.set(path, new Set((own.length > 0 ? own : same).map(({ url }) => url)));
    }
  }

  #severalByPath(rows: readonly ComparedRow[]): Map<string, ComparedRow[]> {
    const first = new Map<string, ComparedRow>();
    const several = new Map<string, ComparedRow[]>();
    for (const row of rows) {
      const path = this.variantOf(row.url)?.path;
      if (path === undefined) continue;
      const other = first.get(path);
      const same = several.get(path);
      if (same) same.push(row);
      else if (other) several.set(path, [other, row]);
      else first.set(path, row);
    }
    return several;
  }

  /** @returns `null` if an address is none of the site's own hosts */
  variantOf(url: string): Variant | null {
    for (const { begin, name } of this.#homes) {
      if (!url.startsWith(begin)) continue;
      const path = url.slice(begin.length);
      if (PARSED.test(path) && path.startsWith('/')) return { path, name };
    }
    const parsed = URL.parse(url);
    if (!parsed || withoutWww(parsed.hostname) !== this.#host || parsed.port !== '') return null;
    const name = `${parsed.protocol}//${parsed.hostname === this.#host ? '' : 'www.'}`;
    return { path: parsed.pathname + parsed.search, name };
  }

  areSeveral(path: string): boolean {
    return (this.#ownByPath.get(path)?.size ?? 0) > 1;
  }

  isRedirecting(url: string, path: string): boolean {
    const own = this.#ownByPath.get(path);
    return own !== undefined && !own.has(url);
  }
}
