import type { CrawledFacts, CrawledLink, CrawledPage } from '../../../../functions/shared/record/crawled-page.ts';
import { buildSite } from '../../../../functions/shared/website/site/build-site.ts';
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
  /** Path of the canonical page. */
  canonical?: string | null;
  /** Paths of the alternates. */
  hreflang?: string[];
  facts?: Partial<CrawledFacts>;
}

/** @param path of the site, or a whole address */
const urlOf = (path: string) => (path.startsWith('/') ? `${ORIGIN}${path}` : path);
const pathOf = (url: string) => url.replace(ORIGIN, '');

const ANSWERED = { failure: null, content_type: 'text/html', ttfb_ms: 100, html_bytes: 10_000 };

/**
 * A page without issues, but for what a test says of it: title, description, heading and text are its own, and it is
 * listed.
 */
function pageOf(path: string, spec: PageSpec): { page: CrawledPage; isListed: boolean } {
  const { links = [], nofollowed = [], location, noindex = false, in_sitemap = true, ...others } = spec;
  const { canonical, hreflang = [], facts, ...answer } = others;
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
    page.facts = {
      ...soundFacts(path, noindex),
      links: all,
      canonical: typeof canonical === 'string' ? urlOf(canonical) : null,
      hreflang: hreflang.map((alternate) => ({ hreflang: 'en', url: urlOf(alternate) })),
      ...facts,
    };
  }
  return { page, isListed: in_sitemap };
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
    h1: `All of ${path}`,
    h1_total: 1,
    seo_score: 100,
    failed_audits: [],
    structured_data_errors: 0,
    mixed_content: 0,
    http_links: 0,
    text_hash: path,
    external_links: 0,
  };
}

/**
 * A site of the pages that a test names.
 *
 * @param specs by path; the home page `/` comes first
 */
export function siteOf(specs: Record<string, PageSpec>, { hasSitemap = true } = {}): Site {
  const pages = Object.entries(specs).map(([path, spec]) => pageOf(path, spec));
  const listed = new Set(pages.flatMap(({ page, isListed }) => (isListed ? [page.url] : [])));
  return buildSite(
    pages.map(({ page }) => page),
    { listed, isWhole: hasSitemap },
  );
}

/** @returns the paths of pages */
export const pathsOf = (pages: Iterable<SitePage>) => [...pages].map(({ url }) => pathOf(url));
