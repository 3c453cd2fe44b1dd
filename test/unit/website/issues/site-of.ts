import type { CrawledFacts, CrawledLink, CrawledPage } from '../../../../functions/shared/record/crawled-page.ts';
import type { Site, SitePage } from '../../../../functions/shared/website/site/site.ts';

const ORIGIN = 'https://shop.example';

/** What a test says of a page; paths stand for addresses of the site. */
export interface PageSpec extends Partial<Omit<CrawledPage, 'facts' | 'url' | 'location'>> {
  /** Paths of followed links. */
  links?: string[];
  /** Paths of links that are not followed. */
  nofollowed?: string[];
  location?: string;
  /** `true`: the page has noindex. */
  noindex?: boolean;
  in_sitemap?: boolean;
  facts?: Partial<CrawledFacts>;
}

/** @param path of the site, or a whole address */
export const urlOf = (path: string) => (path.startsWith('/') ? `${ORIGIN}${path}` : path);
const pathOf = (url: string) => url.replace(ORIGIN, '');

const ANSWERED = { failure: null, content_type: 'text/html', ttfb_ms: 100, html_bytes: 10_000 };

/**
 * A page without issues, but for what a test says of it: title, description, heading and text are its own, and it is
 * listed.
 */
function pageOf(path: string, index: number, spec: PageSpec): SitePage {
  const { links = [], nofollowed = [], location, noindex = false, in_sitemap = true, facts, ...answer } = spec;
  const status = answer.failure ? null : location === undefined ? 200 : 301;
  const page: CrawledPage = {
    ...ANSWERED,
    url: urlOf(path),
    http_status: status,
    location: location === undefined ? null : urlOf(location),
    facts: null,
    ...answer,
  };
  const isRead = page.failure === null || facts !== undefined;
  if (page.http_status === 200 && page.content_type === 'text/html' && isRead) {
    const all = [...links.map((url) => linkTo(url, false)), ...nofollowed.map((url) => linkTo(url, true))];
    page.facts = { ...soundFacts(path, noindex), links: all, ...facts };
  }
  const reason = reasonOf(page, noindex);
  const place = { depth: null, outlinks: [], nofollowed: [], inlinks: [], internal_rank: 0 };
  return { ...page, ...place, index, in_sitemap, reason, indexable: reason === null };
}

const linkTo = (path: string, nofollow: boolean): CrawledLink => ({ url: urlOf(path), nofollow });

function soundFacts(path: string, noindex: boolean) {
  return {
    lang: 'en',
    title: `What visitors of the shop find at ${path}`,
    title_length: 40,
    meta_description: `A description of what visitors of the shop find on the page whose address ends in ${path}`,
    meta_description_length: 90,
    meta_robots: noindex ? 'noindex' : null,
    x_robots_tag: null,
    noindex,
    word_count: 400,
    canonical: null,
    h1: `All of ${path}`,
    h1_total: 1,
    hreflang: [],
    seo_score: 100,
    failed_audits: [],
    structured_data_errors: 0,
    mixed_content: 0,
    http_links: 0,
    text_hash: path,
    external_links: 0,
  };
}

function reasonOf({ url, http_status, failure, location, facts }: CrawledPage, noindex: boolean): string | null {
  if (failure !== null) return failure === 'robots_disallowed' ? 'robots' : 'unknown';
  if (location !== null) return 'redirect';
  const status = http_status ?? 0;
  if (facts === null) return status >= 500 ? 'server_error' : status >= 400 ? 'client_error' : 'not_html';
  if (noindex) return 'noindex';
  return facts.canonical === null || facts.canonical === url ? null : 'canonicalised';
}

/**
 * A site of the pages that a test names. Depths are breadth first, redirects not counted.
 *
 * @param specs by path; the home page `/` comes first
 */
export function siteOf(specs: Record<string, PageSpec>, { hasSitemap = true } = {}): Site {
  const pages = Object.entries(specs).map(([path, spec], index) => pageOf(path, index, spec));
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  for (const page of pages) {
    for (const { url, nofollow } of page.facts?.links ?? []) {
      const target = byUrl.get(url);
      if (target === undefined || target === page) continue;
      page[nofollow ? 'nofollowed' : 'outlinks'].push(target.index);
      if (!nofollow) target.inlinks.push(page.index);
    }
  }
  setDepths(pages, byUrl);
  return { pages, pageOf: (url) => byUrl.get(url), hasSitemap };
}

function setDepths(pages: SitePage[], byUrl: ReadonlyMap<string, SitePage>): void {
  const arrive = (page: SitePage | undefined, depth: number, next: SitePage[]): void => {
    if (page === undefined || page.depth !== null) return;
    page.depth = depth;
    next.push(page);
    if (page.location !== null) arrive(byUrl.get(page.location), depth, next);
  };
  let level: SitePage[] = [];
  arrive(pages[0], 0, level);
  for (let depth = 1; level.length > 0; depth++) {
    const next: SitePage[] = [];
    for (const { outlinks } of level) for (const index of outlinks) arrive(pages[index], depth, next);
    level = next;
  }
}

/** @returns the paths of pages */
export const pathsOf = (pages: Iterable<SitePage>) => [...pages].map(({ url }) => pathOf(url));
