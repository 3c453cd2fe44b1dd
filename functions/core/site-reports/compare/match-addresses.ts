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

/** The addresses of one crawl, by path and query. */
class Variants {
  /** Host of the site, without `www.`. */
  readonly #host: string;
  /** For each path that several addresses have, those that do not redirect to each other. */
  readonly #ownByPath = new Map<string, Set<string>>();

  constructor({ domain, rows }: Addressed) {
    this.#host = withoutWww(URL.parse(rows[0]?.url ?? '')?.hostname ?? domain);
    const byPath = Map.groupBy(rows, ({ url }) => this.variantOf(url)?.path ?? null);
    for (const [path, same] of byPath) {
      if (path === null || same.length === 1) continue;
      const own = same.filter(({ redirects_to: to }) => to === null || this.variantOf(to)?.path !== path);
      this.#ownByPath.set(path, new Set((own.length > 0 ? own : same).map(({ url }) => url)));
    }
  }

  /** @returns `null` if an address is none of the site's own hosts */
  variantOf(url: string): { path: string; name: string } | null {
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
