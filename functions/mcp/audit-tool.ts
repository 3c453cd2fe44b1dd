import {
  countOf,
  list,
  nullable,
  object,
  ownOfSources,
  refresh,
  shortSources,
  text,
  type Tool,
  type ToolResult,
} from './tool.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
import { crawlPageBounds } from '../core/platform/settings/catalogue.ts';
import type { PageAnswer } from '../core/record/page-record.ts';
import type { SiteAnswer, SitePagesAnswer } from '../core/record/site-schema.ts';
import type { CallEndpoint } from './endpoints.ts';

const PAGE_FIELDS = `seo_score audit.score audit.failed audit.audits.id audit.audits.status audit.audits.title
  audit.audits.explanation audit.audits.items_total page.final_url page.http_status page.ttfb_ms page.lang page.title
  page.meta_description page.meta_robots page.canonical page.h1 page.word_count page.links page.structured_data
  robots keywords`
  .split(/\s+/)
  .join();
const PAGES_OF_ISSUE = 20;
/** Number of issues, by severity, with an example page: with more examples, issues would be shortened away. */
const MAX_EXAMPLES = 20;

interface AuditInput {
  url?: string | undefined;
  domain?: string | undefined;
  pages?: number | undefined;
  issue?: string | undefined;
  refresh?: boolean | undefined;
}

export const audit: Tool<AuditInput> = {
  name: 'audit',
  title: 'Audit a page or a site',
  description:
    'Returns the problems of a page (give url) or of a whole site (give domain). A site is crawled in the background at ' +
    'about one page per second: while status is queued or crawling, call again after poll_after_seconds. Issues are ' +
    'listed errors first, each with its number of pages. Give domain and issue for the advice and the pages of one issue.',
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Address of a page, with https://' },
      domain: { type: 'string', description: 'Domain of a site' },
      pages: {
        type: 'integer',
        minimum: crawlPageBounds.min,
        maximum: crawlPageBounds.max,
        description: 'Page limit of the crawl; default 500',
      },
      issue: { type: 'string', description: 'Id of an issue, such as broken-link' },
      refresh,
    },
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      url: text,
      domain: text,
      seo_score: nullable('integer', 'Of a page, 0-100'),
      audit: nullable('object'),
      page: nullable('object'),
      status: { type: 'string', description: 'Of a site: queued, crawling, done or stopped' },
      poll_after_seconds: nullable('integer'),
      site_score: nullable('number', 'Of a site, 0-100'),
      issues: { type: ['array', 'null'] },
      pages: { type: ['object', 'array', 'null'] },
      changes: nullable('object', 'Since the previous crawl'),
      sources: list,
      progress: object,
    },
  },
  own: [
    ...['url', 'domain', 'cache_status', 'audit.compatible_with', 'audit.audits.id', 'audit.audits.status'],
    ...['audit.audits.title', 'status', 'stop_reason', 'issues.id', 'issues.severity', 'issues.title'],
    ...[
      'issue.id',
      'issue.severity',
      'issue.title',
      'issue.how_to_fix',
      'issue.learn_more',
      'pages.issues',
      'next_cursor',
      'skipped.reason',
    ],
    ...ownOfSources,
  ],

  run({ url, domain, pages, issue, refresh }, callEndpoint) {
    const isOne = (url === undefined) !== (domain === undefined);
    if (!isOne) throw invalidParameter('url', 'either url or domain is required, not both');
    if (url !== undefined) return auditPage({ url, refresh }, callEndpoint);
    if (issue !== undefined) return pagesOfIssue(domain!, issue, callEndpoint);
    return auditSite({ domain, pages, refresh }, callEndpoint);
  },
};

async function auditPage(given: Pick<AuditInput, 'url' | 'refresh'>, callEndpoint: CallEndpoint): Promise<ToolResult> {
  const { sources, ...answer } = await callEndpoint<PageAnswer>('/page', { ...given, fields: PAGE_FIELDS });
  const { seo_score: score, audit } = answer;
  const summary =
    score === null
      ? 'The page has no SEO score; sources contains the reason.'
      : `SEO score ${score} of 100, ${countOf(audit?.failed ?? 0, 'audit')} failed.`;
  return { data: { ...answer, sources: shortSources(sources) }, summary };
}

async function auditSite(
  given: Pick<AuditInput, 'domain' | 'pages' | 'refresh'>,
  callEndpoint: CallEndpoint,
): Promise<ToolResult> {
  const { sources, issues, skipped, most_linked: _, ...answer } = await callEndpoint<SiteAnswer>('/site', given);
  const short = issues?.map(({ id, severity, title, count, examples }, index) => ({
    ...{ id, severity, title, count },
    ...(examples[0] !== undefined && index < MAX_EXAMPLES && { example: examples[0] }),
  }));
  const { domain, status, poll_after_seconds: seconds, progress } = answer;
  const next =
    seconds === null
      ? 'For the pages of an issue, call audit with domain and issue.'
      : `The crawl is in progress (${countOf(progress.fetched, 'page')} so far): call audit again in ${countOf(seconds, 'second')}.`;
  return {
    data: { ...answer, issues: short ?? null, skipped, sources: shortSources(sources) },
    summary: [`${domain} (${status}):`, ...siteFacts(answer, issues ?? []), next].join(' '),
  };
}

/** Returns sentences with the main results of the last crawl; none before the first crawl has ended. */
function siteFacts({ site_score: score, pages }: Pick<SiteAnswer, 'site_score' | 'pages'>, issues: SiteIssues) {
  if (!pages) return [];
  const scored = score === null ? 'no site score (no indexable pages)' : `site score ${score} of 100`;
  const severities = (['error', 'warning', 'notice'] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count > 0 ? [countOf(count, severity)] : [];
  });
  const found = severities.length > 0 ? ` (${severities.join(', ')})` : '';
  const [top] = issues;
  return [
    `${scored}, ${countOf(pages.total, 'page')}, ${countOf(issues.length, 'issue')}${found}.`,
    ...(top ? [`Top issue: ${top.id} (${countOf(top.count, 'page')}).`] : []),
  ];
}

type SiteIssues = NonNullable<SiteAnswer['issues']>;

async function pagesOfIssue(domain: string, id: string, callEndpoint: CallEndpoint): Promise<ToolResult> {
  const given = { domain, issue: id, limit: PAGES_OF_ISSUE };
  const [{ items, ...found }, site] = await Promise.all([
    callEndpoint<SitePagesAnswer>('/site/pages', given),
    callEndpoint<SiteAnswer>('/site', { domain }),
  ]);
  const issue = site.issues?.find((each) => each.id === id);
  const { severity, title, how_to_fix, learn_more } = issue ?? {};
  const pages = items.map(({ url, http_status, title, inlinks, depth }) => ({
    url,
    http_status,
    title,
    inlinks,
    depth,
  }));
  return {
    data: { ...found, issue: { id, severity, title, how_to_fix, learn_more }, pages },
    summary: `${domain}: ${
      found.finished_at === null
        ? 'no crawl has ended yet: call audit with domain alone until its status is done.'
        : pagesWithIssue(id, issue?.count ?? pages.length, pages.length)
    }`,
  };
}

function pagesWithIssue(id: string, total: number, listed: number): string {
  const sentence = `${countOf(total, 'page has', 'pages have')} the issue ${id}`;
  return listed < total ? `${sentence}; the first ${listed} are listed.` : `${sentence}.`;
}
