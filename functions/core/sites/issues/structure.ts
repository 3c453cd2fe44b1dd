import { withoutWww } from '../../platform/names/ascii-host.ts';
import type { CrawledAnchor } from '../../record/crawled-page.ts';
import type { Site, SitePage } from '../graph/site.ts';
import { hasFailed } from './checks.ts';
import {
  areLinksRead,
  elementOf,
  type Evidence,
  htmlPages,
  type HtmlPage,
  indexablePages,
  type Issue,
  linkedPages,
  linkIssue,
  pagesWhose,
  relatedIn,
} from './issue.ts';

const ABOUT_LINKS = 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable';
/** Three clicks are the usual recommendation, and Semrush reports more than three; large sites need one more. */
const MAX_CLICKS = 4;

/** Issues of http addresses and of internal linking. */
export const structureIssues: readonly Issue[] = [
  /** An https page with links to http addresses of its site. */
  {
    id: 'http-link',
    severity: 'warning',
    scope: 'page',
    title: 'HTTPS page has internal links to HTTP',
    impact: 'Each click takes an additional redirect or leaves the encrypted connection.',
    howToFix: 'Change the links to their HTTPS URLs.',
    learnMore: 'https://web.dev/articles/enable-https',
    find: (site) => pagesWhose(site, ({ http_links }) => http_links > 0),
    evidence: () => (page) => page.anchors.filter((link) => isOverHttp(link, page)).map(linkEvidence),
  },
  /** An https page that loads resources over http. */
  {
    id: 'mixed-content',
    severity: 'error',
    scope: 'page',
    title: 'Mixed content (HTTPS page loads HTTP resources)',
    impact:
      'Browsers block insecure scripts and styles, so that parts of the page do not work or are displayed incorrectly.',
    howToFix: 'Load all images, scripts and styles over HTTPS.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    find: (site) => pagesWhose(site, ({ mixed_content }) => mixed_content.length > 0),
    evidence: () => (page) => page.facts.mixed_content.map((target) => ({ target })),
  },
  {
    id: 'deep-page',
    severity: 'notice',
    scope: 'site',
    title: 'High crawl depth (more than 4 clicks)',
    impact: 'Search engines crawl pages far from the home page less often and consider them less important.',
    howToFix: 'Link to the page from the home page, a category page or another page with a lower depth.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links'],
    find: (site) => htmlPages(site).filter(({ depth }) => depth !== null && depth > MAX_CLICKS),
    evidence: () => (page) => [{ value: page.depth, expected: MAX_CLICKS }],
  },
  /**
   * An indexable page with one link to it. If linked pages were not read, for example because of the page limit, they may
   * link to it: then the issue is not reported.
   */
  {
    id: 'single-inlink',
    severity: 'notice',
    scope: 'site',
    title: 'Page has only one followed internal link',
    impact: 'The page receives little internal link equity, and becomes an orphan page if this link is removed.',
    howToFix: 'Add followed links from other pages on the same topic.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links'],
    find: (site) => (areLinksRead(site) ? indexablePages(site).filter(({ inlinks }) => inlinks.length === 1) : []),
    evidence: (site) => (page) => [{ related: page.inlinks.map((index) => site.pages[index]!.url) }],
  },
  /**
   * Only canonical or hreflang annotations of other pages name the page; if a sitemap lists it, it is `sitemap-orphan`. If
   * linked pages were not read, they may link to it: then the issue is not reported.
   */
  {
    id: 'orphan-page',
    severity: 'warning',
    scope: 'site',
    title: 'Orphan page (no internal links)',
    impact: 'Visitors cannot reach the page by links, and search engines crawl it rarely and consider it unimportant.',
    howToFix: 'Add internal links to the page from related pages. If it is not needed, remove or redirect it.',
    learnMore: ABOUT_LINKS,
    dependsOn: ['links'],
    since: '0.3.0',
    find(site) {
      if (!areLinksRead(site)) return [];
      const linked = linkedPages(site);
      return htmlPages(site).filter((page) => page.sitemap === null && !linked.has(page));
    },
    evidence: (site) => (page) => [{ related: relatedIn(pagesThatName(site, page), page) }],
  },
  /** A page on which visitors and crawlers can only go back. */
  {
    id: 'dead-end',
    severity: 'notice',
    scope: 'page',
    title: 'Page has no outgoing links',
    impact: 'Visitors and crawlers cannot continue from this page, and it passes no link equity to other pages.',
    howToFix: 'Add links to related pages and to the navigation of the site.',
    learnMore: ABOUT_LINKS,
    since: '0.3.0',
    find: (site) =>
      indexablePages(site).filter(({ url, facts }) => {
        return facts.external_links === 0 && facts.links.every((link) => link.url === url);
      }),
  },
  /** Two pages, not a redirect; if one of them is canonical for the other, search engines know which to list. */
  {
    id: 'url-slash-versions',
    severity: 'warning',
    scope: 'site',
    title: 'Duplicate URLs with and without a trailing slash',
    impact: 'Links and ranking signals are divided between two URLs.',
    howToFix: 'Redirect one version to the other with a 301, and use that version in all links.',
    learnMore: 'https://developers.google.com/search/blog/2010/04/to-slash-or-not-to-slash',
    dependsOn: ['pages'],
    since: '0.3.0',
    find: (site) => indexablePages(site).filter((page) => withoutSlash(site, page)),
    evidence: (site) => (page) => [{ target: withoutSlash(site, page)!.url }],
  },
  /** A link with nofollow to another page of the site. If all links have it, the issue is `nofollow-page`. */
  {
    id: 'internal-nofollow',
    severity: 'notice',
    scope: 'page',
    title: 'Nofollow internal links',
    impact: 'The linked pages receive no link equity from this page and may not be crawled.',
    howToFix: 'Remove rel="nofollow" from internal links. Disallow pages that should not be crawled in robots.txt.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    find: (site) =>
      htmlPages(site).filter(
        ({ url, facts }) =>
          !hasFailed(facts, 'nofollow-page') && facts.links.some((link) => link.nofollow && link.url !== url),
      ),
    evidence: () => (page) => nofollowedOf(page).map((link) => ({ ...linkEvidence(link), value: link.rel })),
  },
  /** A followed link to an address that crawlers must not request. Such an address is not broken. */
  linkIssue({
    id: 'robots-blocked-link',
    severity: 'notice',
    scope: 'page',
    title: 'Internal links to URLs blocked by robots.txt',
    impact: 'Search engines cannot crawl the linked page, so that its content is not indexed.',
    howToFix: 'Allow the URL in robots.txt if the page should be indexed. Otherwise the link can be kept for visitors.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    hasFault: ({ failure }) => failure === 'robots_disallowed',
    among: 'followed',
  }),
];

/** @returns the pages that name a page by a canonical or hreflang annotation */
function pagesThatName(site: Site, { url }: HtmlPage): HtmlPage[] {
  return htmlPages(site).filter(({ facts }) => facts.canonical === url || facts.hreflang.some((to) => to.url === url));
}

/** @returns the indexable page at the address of a page without the slash at its end; `undefined` if there is none */
function withoutSlash(site: Site, { url }: HtmlPage): SitePage | undefined {
  const address = new URL(url);
  if (!address.pathname.endsWith('/') || address.pathname === '/') return undefined;
  address.pathname = address.pathname.slice(0, -1);
  const other = site.pageOf(address.href);
  return other?.indexable ? other : undefined;
}

/** Returns whether a link leads to the site's own host, with or without `www.`, over http. */
function isOverHttp({ to }: CrawledAnchor, { url }: HtmlPage): boolean {
  return to.startsWith('http:') && withoutWww(new URL(to).hostname) === withoutWww(new URL(url).hostname);
}

function nofollowedOf({ url, facts, anchors }: HtmlPage): CrawledAnchor[] {
  const nofollowed = new Set(facts.links.filter((link) => link.nofollow && link.url !== url).map((link) => link.url));
  return anchors.filter(({ to }) => nofollowed.has(to));
}

const linkEvidence = (link: CrawledAnchor): Evidence => ({ target: link.to, element: elementOf(link) });

/** Issues of the markup of single pages. */
export const markupIssues: readonly Issue[] = [
  /** The root element has no `lang`, or an empty one: screen readers need it. */
  {
    id: 'lang-missing',
    severity: 'warning',
    scope: 'page',
    title: 'HTML lang attribute missing',
    impact: 'Screen readers may use the wrong pronunciation, and browsers have to guess the language for translation.',
    howToFix: 'Add the language of the page to the <html> element, for example lang="en".',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/lang',
    find: (site) => pagesWhose(site, ({ lang }) => (lang ?? '').trim() === ''),
  },
];
