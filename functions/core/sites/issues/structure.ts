import {
  htmlPages,
  indexablePages,
  isClientError,
  isServerError,
  type Issue,
  pagesWhose,
  pagesWithLink,
} from './issue.ts';
import type { SeoAudit } from '../../analysis/audit/audit.ts';
import { SEO_AUDITS } from '../../analysis/audit/index.ts';

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
    title: 'The page links to pages of the site over http',
    howToFix: 'Link to the https addresses.',
    learnMore: 'https://web.dev/articles/enable-https',
    find: (site) => pagesWhose(site, ({ http_links }) => http_links > 0),
  },
  /** An https page that loads resources over http. */
  {
    id: 'mixed-content',
    severity: 'error',
    scope: 'page',
    title: 'The page includes files over http',
    howToFix: 'Load images, scripts and styles over https. Browsers block some of them otherwise.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    find: (site) => pagesWhose(site, ({ mixed_content }) => mixed_content > 0),
  },
  {
    id: 'deep-page',
    severity: 'notice',
    scope: 'site',
    title: 'The page is more than four clicks away from the home page',
    howToFix: 'Link to the page from a page that is nearer to the home page.',
    learnMore: ABOUT_LINKS,
    find: (site) => htmlPages(site).filter(({ depth }) => depth !== null && depth > MAX_CLICKS),
  },
  /**
   * An indexable page with one link to it. If linked pages were not read, for example because of the page limit, they may
   * link to it: then the issue is not reported.
   */
  {
    id: 'single-inlink',
    severity: 'notice',
    scope: 'site',
    title: 'Only one page links to the page with a followed link',
    howToFix: 'Link to the page from further pages on the same subject.',
    learnMore: ABOUT_LINKS,
    find(site) {
      const isWhole = htmlPages(site).every(({ facts }) =>
        facts.links.every(({ url, nofollow }) => nofollow || site.pageOf(url)),
      );
      return isWhole ? indexablePages(site).filter(({ inlinks }) => inlinks.length === 1) : [];
    },
  },
  /** A link with nofollow to another page of the site. */
  {
    id: 'internal-nofollow',
    severity: 'notice',
    scope: 'page',
    title: 'The page has nofollow on links to pages of the site',
    howToFix:
      'Remove nofollow from links to pages that search engines may read; robots.txt keeps them from the others.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    find: (site) =>
      htmlPages(site).filter(({ url, facts }) => facts.links.some((link) => link.nofollow && link.url !== url)),
  },
  /** A followed link to an address that crawlers must not request. Such an address is not broken. */
  {
    id: 'robots-blocked-link',
    severity: 'notice',
    scope: 'page',
    title: 'The page links to addresses that robots.txt forbids',
    howToFix: 'Allow the address in robots.txt if it should be found. Otherwise the link may stay as it is, or go.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    find: (site) => pagesWithLink(site, ({ failure }) => failure === 'robots_disallowed', 'followed'),
  },
];

/** Issues of the markup of single pages. */
export const markupIssues: readonly Issue[] = [
  /** The root element has no `lang`, or an empty one: screen readers need it. */
  {
    id: 'lang-missing',
    severity: 'warning',
    scope: 'page',
    title: 'The page does not say in which language it is',
    howToFix: 'Name the language in the lang attribute of <html>, such as lang="en".',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/lang',
    find: (site) => pagesWhose(site, ({ lang }) => (lang ?? '').trim() === ''),
  },
  /** A JSON-LD block that is not JSON. */
  {
    id: 'structured-data-invalid',
    severity: 'warning',
    scope: 'page',
    title: 'Structured data of the page cannot be read',
    howToFix: 'Correct the JSON in the elements <script type="application/ld+json">.',
    learnMore: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
    find: (site) => pagesWhose(site, ({ structured_data_errors }) => structured_data_errors > 0),
  },
  ...SEO_AUDITS.map(issueOf),
];

/** Returns the issue of a page audit, with the same id. */
function issueOf({ id, failureTitle: title, severity, scope = 'page', howToFix, learnMore }: SeoAudit): Issue {
  const failing: Issue['find'] =
    id === 'http-status-code'
      ? // The audit did not run for pages that fail it, since their content was not read.
        ({ pages }) => pages.filter((page) => isClientError(page) || isServerError(page))
      : (site) => pagesWhose(site, ({ failed_audits }) => failed_audits.includes(id));
  // An audit that concerns the whole site fails on each page: only the first one is reported.
  const find: Issue['find'] = scope === 'site' ? (site) => [...failing(site)].slice(0, 1) : failing;
  return { id, severity, scope, title, howToFix, learnMore, find };
}
