import { forbidsIndexing } from '../robots/page-directives.ts';
import { robotsContent, robotsRules, validateRobots } from '../robots/robots-txt.ts';
import type { Finding, PageAudit, Subject } from './audit.ts';
import { explain, failure, finding } from './messages.ts';

/** `null` is any crawler that is not in the list. */
const CRAWLERS = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'];

/**
 * Search engines may index the page.
 *
 * Passes if at least one of the known crawlers may; a warning lists the others. Fails if robots meta elements,
 * X-Robots-Tag headers or robots.txt exclude each of them, and any other crawler.
 */
export const isCrawlable: PageAudit = {
  id: 'is-crawlable',
  title: 'Search engines may index the page',
  failureTitle: 'The page is kept from search engines',
  weight: 93 / 23,
  severity: 'notice',
  howToFix: 'Remove noindex if the page should be found.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/is-crawlable/',
  check(subject) {
    const blocked = CRAWLERS.filter((crawler) => blockers(subject, crawler).length > 0);
    if (blocked.length === CRAWLERS.length) return failure('no_crawler_allowed', {}, blockers(subject, null));
    if (blocked.length === 0) return { status: 'pass' };
    const crawlers = blocked.map((crawler) => crawler ?? '*').join(', ');
    const explanation = explain('some_crawlers_blocked', { crawlers });
    return { status: 'pass', explanation, warnings: [explanation.text] };
  },
};

function blockers({ url, headers, metas, robots, now }: Subject, crawler: string | null): Finding[] {
  const findings: Finding[] = [];
  const named = crawler === null ? undefined : metas.get(crawler.toLowerCase());
  const meta = named ?? metas.get('robots');
  if (meta !== undefined && forbidsIndexing(meta, now)) {
    const name = named === undefined ? 'robots' : (crawler ?? '').toLowerCase();
    findings.push(finding('meta_element', { element: `<meta name="${name}" content="${meta.slice(0, 150)}">` }));
  }
  for (const [name, value] of headers) {
    if (name !== 'x-robots-tag' || !headerForbids(value, crawler, now)) continue;
    findings.push(finding('response_header', { element: `X-Robots-Tag: ${value}`.slice(0, 200) }));
  }
  const rule = robotsRules(robots)?.ruleFor(url, crawler ?? '*');
  if (rule && !rule.allow) findings.push(finding('robots_txt', { url: robots.url, line: rule.line }));
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
 * The page answers with a successful HTTP status.
 *
 * Passes below 400. Fails from 400 to 599.
 */
export const httpStatusCode: PageAudit = {
  id: 'http-status-code',
  title: 'The page answers with a successful HTTP status',
  failureTitle: 'The page answers with an HTTP error',
  weight: 1,
  severity: 'error',
  howToFix: 'Let the server answer with status 200.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/http-status-code/',
  check({ status }) {
    if (status < 400 || status > 599) return { status: 'pass' };
    return failure('page_http_error', { status });
  },
};

/**
 * robots.txt is valid.
 *
 * Passes if every line is a rule that crawlers know. Fails for other lines, and if the file could not be fetched or the
 * server failed (5xx). Does not apply if there is none (4xx) or it is empty.
 */
export const robotsTxt: PageAudit = {
  id: 'robots-txt',
  title: 'robots.txt is valid',
  failureTitle: 'robots.txt is not valid',
  weight: 1,
  severity: 'error',
  scope: 'site',
  howToFix: 'Correct the lines of robots.txt that crawlers cannot read, or the error that it answers with.',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt/',
  check({ robots }) {
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
    const findings = errors.map(({ line, content: element, code }) => finding(code, { element, line }));
    const count = errors.length;
    return failure(count === 1 ? 'robots_invalid_line' : 'robots_invalid_lines', { count }, findings);
  },
};
