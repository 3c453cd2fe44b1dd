import type { CrawledFacts, CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import type { Site, SitePage } from '../../../../functions/core/site-reports/graph/site.ts';
import { answered, page, siteOf as siteOfPages, urlOf } from '../graph/crawled.ts';

/** Values of a page that differ from the defaults; paths mean addresses of the site. */
export interface PageSpec extends Partial<Omit<CrawledPage, 'facts' | 'url' | 'location'>> {
  /** Paths of followed links. */
  links?: string[];
  /** Paths of links that are not followed. */
  nofollowed?: string[];
  location?: string;
  /** `true`: the page has noindex. */
  noindex?: boolean;
  in_sitemap?: boolean;
  /** Time at which the page was last indexable; absent: never. */
  last_indexable_at?: string | undefined;
  /** Path of the canonical page. */
  canonical?: string | null;
  /** Paths of the alternates, each after its code and a space; without a code, it is `en`. */
  hreflang?: string[];
  facts?: Partial<CrawledFacts>;
}

/**
 * Returns a page without issues except by the given values: its title, description, heading and text are unique, and a
 * sitemap lists it.
 */
function pageOf(path: string, spec: PageSpec): CrawledPage {
  const { links = [], nofollowed = [], location, noindex = false, ...others } = spec;
  const { canonical, hreflang = [], facts, in_sitemap: _, last_indexable_at: __, ...answer } = others;
  const http_status = answer.failure ? null : location === undefined ? 200 : 301;
  const bare = answered(path, { http_status, location: location === undefined ? null : urlOf(location), ...answer });
  const isRead = bare.failure === null || facts !== undefined;
  if (bare.http_status !== 200 || bare.content_type !== 'text/html' || !isRead) return bare;
  const defaults = {
    title: `What visitors of the shop find at ${path}`,
    meta_description: `A description of what visitors of the shop find on the page whose address ends in ${path}`,
    h1: `All of ${path}`,
    h1_total: 1,
    word_count: 400,
    text_hash: path,
    noindex,
    canonical: typeof canonical === 'string' ? urlOf(canonical) : null,
    hreflang: hreflang.map((alternate) => {
      const [path, code = 'en'] = alternate.split(' ').reverse();
      return { hreflang: code, url: urlOf(path!) };
    }),
  };
  return { ...bare, facts: page(path, links, { ...defaults, ...facts }, nofollowed).facts };
}

/**
 * Returns a site of the given pages.
 *
 * @param specs by path; the home page `/` comes first
 */
export function siteOf(specs: Record<string, PageSpec>, { hasSitemap = true } = {}): Site {
  const pages = Object.entries(specs).map(([path, spec]) => pageOf(path, spec));
  const listed = Object.keys(specs).filter((path) => specs[path]!.in_sitemap !== false);
  const times = new Map(Object.entries(specs).map(([path, spec]) => [urlOf(path), spec.last_indexable_at ?? null]));
  return siteOfPages(pages, listed, { isWhole: hasSitemap }, (url) => times.get(url) ?? null);
}

/** @returns the paths of pages */
export const pathsOf = (pages: Iterable<SitePage>) =>
  [...pages].map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
