import type { Finding } from '../../record/crawled-page.ts';
import { forbidsIndexing, isNoindex, type StatedDirective, statedDirectives } from '../robots/page-directives.ts';
import { robotsContent, robotsRules, validateRobots } from '../robots/robots-txt.ts';
import type { AuditItem, PageAudit, Subject } from './audit.ts';
import { auditItem, explain, failure } from './messages.ts';
import { isKept, type PageRule, type RulePage, type RuleSubject } from './rule.ts';

const ABOUT_ROBOTS = 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag';
const ABOUT_BLOCKING = 'https://developers.google.com/search/docs/crawling-indexing/block-indexing';

/** `null` is any crawler that is not in the list. */
const CRAWLERS = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'];

/**
 * Search engines may index the page.
 *
 * Passes if at least one of the known crawlers may; a warning lists the others. Fails if robots meta elements,
 * X-Robots-Tag headers or robots.txt exclude each of them, and any other crawler.
 */
const isCrawlable: PageAudit = {
  id: 'is-crawlable',
  title: 'Search engines may index the page',
  failureTitle: 'The page is kept from search engines',
  weight: 93 / 23,
  judge(subject) {
    const blocked = CRAWLERS.filter((crawler) => blockers(subject, crawler).length > 0);
    if (blocked.length === CRAWLERS.length) return failure('no_crawler_allowed', {}, blockers(subject, null));
    if (blocked.length === 0) return { status: 'pass' };
    const crawlers = blocked.map((crawler) => crawler ?? '*').join(', ');
    const explanation = explain('some_crawlers_blocked', { crawlers });
    return { status: 'pass', explanation, warnings: [explanation.text] };
  },
};

function blockers({ url, headers, metas, robots, now }: Subject, crawler: string | null): AuditItem[] {
  const findings: AuditItem[] = [];
  const named = crawler === null ? undefined : metas.get(crawler.toLowerCase());
  const meta = named ?? metas.get('robots');
  if (meta !== undefined && forbidsIndexing(meta, now)) {
    const name = named === undefined ? 'robots' : (crawler ?? '').toLowerCase();
    findings.push(auditItem('meta_element', { element: `<meta name="${name}" content="${meta.slice(0, 150)}">` }));
  }
  for (const [name, value] of headers) {
    if (name !== 'x-robots-tag' || !headerForbids(value, crawler, now)) continue;
    findings.push(auditItem('response_header', { element: `X-Robots-Tag: ${value}`.slice(0, 200) }));
  }
  const rule = robotsRules(robots)?.ruleFor(url, crawler ?? '*');
  if (rule && !rule.allow) findings.push(auditItem('robots_txt', { url: robots.url, line: rule.line }));
  return findings;
}

/** The agent before the directives is compared case-sensitively, as in Lighthouse. */
function headerForbids(value: string, crawler: string | null, now: number): boolean {
  const prefix = /^([^,:]+):/.exec(value)?.[1];
  const agent = prefix !== undefined && prefix.toLowerCase() !== 'unavailable_after' ? prefix : null;
  if (agent !== null && agent !== crawler) return false;
  return forbidsIndexing(agent === null ? value : value.slice(agent.length + 1), now);
}

/**
 * robots.txt is valid.
 *
 * Passes if every line is a rule that crawlers know. Fails for other lines, and if the file could not be fetched or the
 * server failed (5xx). Does not apply if there is none (4xx) or it is empty.
 */
const robotsTxt: PageAudit = {
  id: 'robots-txt',
  title: 'robots.txt is valid',
  failureTitle: 'robots.txt is not valid',
  weight: 1,
  judge({ robots }) {
    const { status } = robots;
    if (status === null) return failure('robots_not_fetched');
    if (status >= 500) return failure('robots_http_error', { status });
    const content = robotsContent(robots);
    if (content === null) {
      if (status >= 400 || (status >= 200 && status <= 299)) return { status: 'not_applicable' };
      return failure('robots_no_content', { status });
    }
    const errors = validateRobots(content);
    if (errors.length === 0) return { status: 'pass' };
    const findings = errors.map(({ line, content: element, code }) => auditItem(code, { element, line }));
    const count = errors.length;
    return failure(count === 1 ? 'robots_invalid_line' : 'robots_invalid_lines', { count }, findings);
  },
};

/** Rules about directives for crawlers, in pages, responses and robots.txt. */
export const indexingRules: readonly PageRule[] = [
  /** The home page, or the page that it redirects to. */
  {
    id: 'home-page-not-indexable',
    severity: 'error',
    title: 'Home page is blocked from indexing',
    impact:
      'The home page does not appear in search results, and usually the rest of the site loses its rankings with it.',
    howToFix: 'Remove the noindex directive, or the rule of robots.txt, that the issue states.',
    learnMore: ABOUT_BLOCKING,
    since: '0.4.0',
    findIn: (page) => (page.isHome && isBlocked(page) ? [{ value: preventionOf(page) }] : []),
  },
  {
    id: 'robots-disallows-all',
    severity: 'error',
    isOfSite: true,
    title: 'robots.txt blocks the whole site',
    impact: 'Search engines crawl no page of the site, so that its content disappears from search results.',
    howToFix:
      'Remove "Disallow: /" from the group for all crawlers, or for Googlebot. It is often left from a staging site.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    since: '0.4.0',
    findIn: ({ isHome, googlebot }) => (isHome && googlebot?.disallowsAll ? [{ value: googlebot.disallowedBy }] : []),
  },
  {
    id: 'robots-txt-invalid',
    severity: 'error',
    title: 'robots.txt is not valid',
    impact:
      'Crawlers ignore rules that they cannot parse, and stop crawling the site if the file returns a server error.',
    howToFix: 'Correct the reported lines. The server has to return the file with status 200, or 404 if there is none.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/',
    since: '0.3.0',
    isOfSite: true,
    audit: robotsTxt,
  },
  {
    id: 'not-indexable',
    severity: 'notice',
    title: 'Page is blocked from indexing',
    impact: 'The page does not appear in search results.',
    howToFix:
      'Remove the noindex directive if the page should appear in search results; otherwise no change is needed.',
    learnMore: ABOUT_BLOCKING,
    since: '0.3.0',
    unless: (page) => (page.isHome && isBlocked(page)) || isKept(page.facts, 'noindex-by-header'),
    audit: isCrawlable,
  },
  /** Directives for the same crawler; those for Google beside those for all are additions. */
  {
    id: 'robots-conflicting',
    severity: 'warning',
    title: 'Conflicting robots directives',
    impact:
      'Search engines apply the most restrictive directive, so that the page may be missing from search results unintentionally.',
    howToFix: 'Keep only the intended directive in the meta tag or the X-Robots-Tag header.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check(subject) {
      const stated = statedOf(subject);
      return Object.values(Object.groupBy(stated, ({ crawler }) => crawler)).flatMap((directives = []) => [
        ...contradiction(directives, ['index', 'all'], ['noindex', 'none']),
        ...contradiction(directives, ['follow', 'all'], ['nofollow', 'none']),
      ]);
    },
  },
  /** Only the header has it: a noindex of the markup is seen in the page's source. */
  {
    id: 'noindex-by-header',
    severity: 'notice',
    title: 'Noindex in X-Robots-Tag header',
    impact: 'The page does not appear in search results, although its HTML contains no noindex.',
    howToFix: 'Remove noindex from the X-Robots-Tag header in the server configuration if the page should be indexed.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check(subject) {
      const forbidding = statedOf(subject).filter(({ directive }) => isNoindex(directive, subject.now));
      if (forbidding.some(({ source }) => source === 'meta')) return [];
      return forbidding.map((stated) => ({ element: markupOf(stated), value: stated.directive }));
    },
  },
  {
    id: 'nofollow-page',
    severity: 'warning',
    title: 'Page-level nofollow',
    impact: 'No link of the page passes link equity, including links to pages of the same site.',
    howToFix: 'Remove nofollow from the robots directives, and add rel="nofollow" only to individual links.',
    learnMore: ABOUT_ROBOTS,
    since: '0.3.0',
    check: (subject) =>
      statedOf(subject)
        .filter(({ crawler, directive }) => crawler === 'robots' && ['nofollow', 'none'].includes(directive))
        .map((stated) => ({ element: markupOf(stated), value: stated.directive })),
  },
];

/** @returns whether a directive or robots.txt keeps a page from the index */
export const isBlocked = ({ reason }: RulePage) => reason === 'noindex' || reason === 'robots';

/** `noindex`, or `none`, as a directive of its own. */
const NOINDEX = /(?:^|[\s,])(?:noindex|none)(?=[\s,]|$)/i;

/** @returns what keeps a page from the index, as the site states it */
export function preventionOf({ reason, googlebot, facts, location, content_type }: RulePage): string {
  if (reason === 'robots') return googlebot!.disallowedBy!;
  if (reason === 'canonicalised') return `canonical: ${facts!.canonical}`;
  if (reason === 'redirect') return `redirect: ${location}`;
  if (reason === 'not_html') return `Content-Type: ${content_type ?? 'none'}`;
  const stated = { 'X-Robots-Tag': facts?.x_robots_tag ?? '', 'meta robots': facts?.meta_robots ?? '' };
  const found = Object.entries(stated).flatMap(([name, value]) => (NOINDEX.test(value) ? [`${name}: ${value}`] : []));
  // The directive may be in another element than the first one, or concern Googlebot alone.
  return found.length > 0 ? found.join('; ') : 'noindex';
}

const statedOf = ({ served, analysis: { facts } }: RuleSubject) => statedDirectives(facts.robotsMetas, served.headers);

function contradiction(stated: StatedDirective[], allowing: string[], forbidding: string[]): Finding[] {
  const allowed = stated.find(({ directive }) => allowing.includes(directive));
  const forbidden = stated.find(({ directive }) => forbidding.includes(directive));
  if (!allowed || !forbidden) return [];
  return [
    {
      element: `${markupOf(allowed)} ${markupOf(forbidden)}`,
      value: `${allowed.directive} and ${forbidden.directive}`,
      expected: 'one of them',
    },
  ];
}

function markupOf({ source, crawler, directive }: StatedDirective): string {
  if (source === 'meta') return `<meta name="${crawler}" content="${directive}">`;
  return `X-Robots-Tag: ${crawler === 'robots' ? '' : `${crawler}: `}${directive}`;
}
