import {
  countOf,
  type Found,
  list,
  nullable,
  object,
  ownOfSources,
  refresh,
  shortSources,
  text,
  type Tool,
} from './tool.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
import type { PageAnswer } from '../core/record/page-record.ts';
import type { SiteAnswer, SitePagesAnswer } from '../core/record/site-schema.ts';
import type { Ask } from './endpoints.ts';

const PAGE_FIELDS = `seo_score audit.score audit.failed audit.audits.id audit.audits.status audit.audits.title
  audit.audits.explanation audit.audits.items_total page.final_url page.http_status page.ttfb_ms page.lang page.title
  page.meta_description page.meta_robots page.canonical page.h1 page.word_count page.links page.structured_data
  robots keywords`
  .split(/\s+/)
  .join();
const PAGES_OF_ISSUE = 20;
/** So many issues, the worst, come with the address of a page: with more of them, issues themselves would be cut off. */
const MOST_EXAMPLES = 20;

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
    'What is wrong with a page (give url) or with a whole site (give domain). A site is crawled in the background, about a ' +
    'page a second: while status is queued or crawling, call again after poll_after_seconds. It gives issues, errors ' +
    'first, each with a number of pages; give domain and issue for how to fix it and the pages that have it.',
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Address of a page, with https://' },
      domain: { type: 'string', description: 'Domain of a site' },
      pages: { type: 'integer', minimum: 1, maximum: 5_000, description: 'Most pages to crawl; default 500' },
      issue: { type: 'string', description: 'id of an issue, such as broken-link' },
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
      changes: nullable('object', 'Since the crawl before'),
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

  run({ url, domain, pages, issue, refresh }, ask) {
    const isOne = (url === undefined) !== (domain === undefined);
    if (!isOne) throw invalidParameter('url', 'or domain has to be given, and not both');
    if (url !== undefined) return auditPage({ url, refresh }, ask);
    if (issue !== undefined) return pagesOfIssue(domain!, issue, ask);
    return auditSite({ domain, pages, refresh }, ask);
  },
};

async function auditPage(given: Pick<AuditInput, 'url' | 'refresh'>, ask: Ask): Promise<Found> {
  const { sources, ...answer } = await ask<PageAnswer>('/page', { ...given, fields: PAGE_FIELDS });
  const { seo_score: score, audit } = answer;
  const scored =
    score === null
      ? 'The page has no score.'
      : `SEO score ${score} of 100, ${countOf(audit?.failed ?? 0, 'audit')} failed.`;
  return { data: { ...answer, sources: shortSources(sources) }, summary: scored };
}

async function auditSite(given: Pick<AuditInput, 'domain' | 'pages' | 'refresh'>, ask: Ask): Promise<Found> {
  const { sources, issues, skipped, most_linked: _, ...answer } = await ask<SiteAnswer>('/site', given);
  const short = issues?.map(({ id, severity, title, count, examples }, index) => ({
    ...{ id, severity, title, count },
    ...(examples[0] !== undefined && index < MOST_EXAMPLES && { example: examples[0] }),
  }));
  const { domain, status, site_score: score, pages, poll_after_seconds: seconds, progress } = answer;
  const told =
    score === null
      ? `${countOf(progress.fetched, 'page')} crawled so far`
      : `site score ${score} of 100, ${countOf(pages?.total ?? 0, 'page')}, ${countOf(issues?.length ?? 0, 'kind')} of issues`;
  const next =
    seconds === null
      ? ' For the pages of an issue, call audit with domain and issue.'
      : ` It is being crawled: call audit again in ${seconds} seconds.`;
  return {
    data: { ...answer, issues: short ?? null, skipped, sources: shortSources(sources) },
    summary: `${domain} (${status}): ${told}.${next}`,
  };
}

async function pagesOfIssue(domain: string, id: string, ask: Ask): Promise<Found> {
  const given = { domain, issue: id, limit: PAGES_OF_ISSUE };
  const [{ items, ...found }, site] = await Promise.all([
    ask<SitePagesAnswer>('/site/pages', given),
    ask<SiteAnswer>('/site', { domain }),
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
        ? 'no crawl of it has ended yet: call audit with the domain alone until it has.'
        : pagesHave(id, issue?.count ?? pages.length, pages.length)
    }`,
  };
}

function pagesHave(id: string, count: number, given: number): string {
  const told = `${countOf(count, 'page has', 'pages have')} the issue ${id}`;
  return given < count ? `${told}; ${given} of them here.` : `${told}.`;
}
