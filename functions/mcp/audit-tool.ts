import {
  countOf,
  list,
  nullable,
  ownOfSources,
  refresh,
  shortSources,
  text,
  type Tool,
  type ToolResult,
} from './tool.ts';
import { invalidParameter, isError } from '../core/platform/http/errors.ts';
import { crawlPageBounds, MAX_ADDRESSES } from '../core/crawls/page-limits.ts';
import type { PageAnswer } from '../core/record/page-record.ts';
import type { IssueRow, SiteIssuesAnswer } from '../core/record/site-evidence-schema.ts';
import type { SiteComparison } from '../core/record/site-comparison-schema.ts';
import type { SiteAnswer } from '../core/record/site-schema.ts';
import { isNothingRead } from '../core/site-reports/nothing-read.ts';
import { truncate } from '../core/platform/text/text.ts';
import { quoted } from './answer-text.ts';
import { incompleteness, NOTHING_READ, reasonUnknown, uncheckedTargets } from './crawl-unknowns.ts';
import type { CallEndpoint } from './endpoints.ts';
import { MAX_TEXT_LENGTH, memberLines, scoreFacts, withLines, withoutMembers } from './summary.ts';

const PAGE_FIELDS = `seo_score audit.score audit.failed audit.audits.id audit.audits.status audit.audits.title
  audit.audits.explanation audit.audits.items_total page.final_url page.http_status page.ttfb_ms page.lang page.title
  page.meta_description page.meta_robots page.canonical page.h1 page.word_count page.links page.structured_data
  robots keywords`
  .split(/\s+/)
  .join();
/** Number of occurrences of one issue. */
const MAX_OCCURRENCES = 20;
/** Number of issues or occurrences with an example in the text. */
const MAX_EXAMPLES = 5;
/** Issues with a title: a site has up to a hundred kinds of issues, of which the others have only their ids. */
const MAX_TITLED = 10;
/** Length limit of the address of the page in the text. */
const MAX_ADDRESS_LENGTH = 300;
/** Members of a page that the text does not list: they describe the answer, or other lines contain them. */
const NOT_LISTED = [
  ...[
    'url',
    'domain',
    'cache_status',
    'first_cached_at',
    'updated_at',
    'age_seconds',
    'seo_score',
    'audit',
    'complete',
    'pending',
  ],
  'poll_after_seconds',
];
/** Length limits of each value of an example, tried one after the other. */
const VALUE_LENGTHS = [120, 80, 50, 30, 15, 3];

interface AuditInput {
  url?: string | undefined;
  domain?: string | undefined;
  urls?: readonly string[] | undefined;
  crawl?: string | undefined;
  pages?: number | undefined;
  issue?: string | undefined;
  refresh?: boolean | undefined;
}

export const audit: Tool<AuditInput> = {
  name: 'audit',
  title: 'Audit a page or a site',
  description:
    'Returns the issues of a page (give url) or of a whole site (give domain). A site is crawled in the background at ' +
    'about one page per second: while poll_after_seconds is a number, call again after it. Issues are ' +
    'listed errors first, each with its number of pages. Give domain and issue for the impact, how to fix it and the occurrences ' +
    'of one issue: page, target and element. Give domain and urls to crawl exactly these addresses: the answer has their ' +
    'crawl_id, with which later calls read the result.',
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Address of a page, with https://' },
      domain: { type: 'string', description: 'Domain of a site' },
      urls: {
        type: 'array',
        items: text,
        maxItems: MAX_ADDRESSES.urls,
        description: 'Addresses of the site: starts a crawl of exactly these, without following links',
      },
      crawl: { type: 'string', description: 'crawl_id of a crawl to read in place of the audit' },
      pages: {
        type: 'integer',
        minimum: crawlPageBounds.min,
        maximum: crawlPageBounds.max,
        description:
          'Page limit of the crawl; default 500; above 5,000 only for sites whose control is proved by a file',
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
      health: nullable('integer', 'Of a site, 0-100: share of addresses without errors'),
      site_score: nullable('number', 'Of a site, 0-100'),
      issues: { type: ['array', 'null'] },
      occurrences: list,
      pages: nullable('object'),
      changes: nullable('object', 'Pages that changed since the crawl before'),
      comparison: nullable('object', 'Of the occurrences with those of the crawl before: verdict and counts'),
      last_crawl: nullable('object', 'A newer crawl, in progress or not complete'),
      sources: list,
      progress: nullable('object'),
    },
  },
  own: [
    ...['url', 'domain', 'cache_status', 'audit.compatible_with', 'audit.audits.id', 'audit.audits.status'],
    ...['crawl_id', 'last_crawl.crawl_id', 'last_crawl.status', 'last_crawl.stop_reason', 'comparison.verdict'],
    ...['audit.audits.title', 'status', 'stop_reason', 'issues.id', 'issues.severity', 'issues.title'],
    ...[
      'issue.id',
      'issue.severity',
      'issue.title',
      'issue.impact',
      'issue.how_to_fix',
      'issue.learn_more',
      'skipped.reason',
    ],
    ...ownOfSources,
  ],

  run({ url, domain, urls, crawl, pages, issue, refresh }, callEndpoint) {
    const isOne = (url === undefined) !== (domain === undefined);
    if (!isOne) throw invalidParameter('url', 'url_or_domain');
    if (url !== undefined) return auditPage({ url, refresh }, callEndpoint);
    if (issue !== undefined) return occurrencesOfIssue({ domain: domain!, crawl }, issue, callEndpoint);
    if (urls !== undefined && urls.length > 0) return crawlAddresses({ domain: domain!, urls, pages }, callEndpoint);
    return auditSite({ domain, crawl, pages, refresh }, callEndpoint);
  },
};

async function auditPage(given: Pick<AuditInput, 'url' | 'refresh'>, callEndpoint: CallEndpoint): Promise<ToolResult> {
  const { sources, ...answer } = await callEndpoint<PageAnswer>('/page', { ...given, fields: PAGE_FIELDS });
  const front = `${truncate(answer.url, MAX_ADDRESS_LENGTH)}: ${scoreFacts(answer)}`;
  const summary = withLines(front, [...failedAudits(answer), ...memberLines(withoutMembers(answer, NOT_LISTED))]);
  return { data: { ...answer, sources: shortSources(sources) }, summary };
}

/** Returns a line for each failed audit. */
function failedAudits({ audit }: Pick<PageAnswer, 'audit'>): string[] {
  return (audit?.audits ?? []).flatMap(({ id, status, title, items_total: items }) =>
    status === 'fail' ? [`${id}: ${title}${items > 0 ? ` (${countOf(items, 'element')})` : ''}`] : [],
  );
}

/** Starts a crawl of addresses, and returns its progress instead of the audit of the site. */
async function crawlAddresses(
  { domain, urls, pages }: { domain: string; urls: readonly string[]; pages: number | undefined },
  callEndpoint: CallEndpoint,
): Promise<ToolResult> {
  const started = await callEndpoint<SiteAnswer>('/site', {}, { domain, urls, pages });
  // The answer is that of the audit, if there is one.
  return auditSite({ domain, crawl: started.last_crawl?.crawl_id ?? started.crawl_id }, callEndpoint);
}

async function auditSite(
  given: Pick<AuditInput, 'domain' | 'crawl' | 'pages' | 'refresh'>,
  callEndpoint: CallEndpoint,
): Promise<ToolResult> {
  const {
    sources,
    issues,
    skipped,
    most_linked: _,
    history: _history,
    ...answer
  } = await callEndpoint<SiteAnswer>('/site', given);
  const { domain, status } = answer;
  const { crawl } = given;
  const examples = await Promise.all(
    (issues ?? []).slice(0, MAX_EXAMPLES).map(async (issue) => {
      const { occurrences } = await listOccurrences({ domain, crawl, issue: issue.id, limit: 1 }, callEndpoint);
      return occurrences[0]!;
    }),
  );
  const short = issues?.map(({ id, severity, title, count }, index) => ({
    id,
    severity,
    count,
    ...(index < MAX_TITLED && { title }),
    ...(examples[index] && { example: known(examples[index]) }),
  }));
  const comparison = await compareAudit(answer, callEndpoint);
  const next = [comparison && comparisonText(comparison), newerCrawl(answer), nextCall(answer, crawl)].filter(Boolean);
  const top = examples.map((example, index) => {
    const { id, severity, count } = issues![index]!;
    return { label: `${id} (${severity}, ${countOf(count, 'page')}): `, example };
  });
  const facts = siteFacts({ ...answer, issues, skipped });
  return {
    data: { ...answer, issues: short ?? null, skipped, comparison, sources: shortSources(sources) },
    summary: withExamples([`${domain} (${status}):`, ...facts].join(' '), top, next.join(' ')),
  };
}

type SiteState = Pick<SiteAnswer, 'crawl_id' | 'finished_at' | 'poll_after_seconds' | 'progress' | 'last_crawl'>;
type ShortComparison = Pick<SiteComparison, 'verdict' | 'counts'> & { base_finished_at: string | null };

/** Compares the audit with the crawl before it. @returns `null` if there is none */
async function compareAudit(
  { domain, crawl_id, finished_at }: SiteState & Pick<SiteAnswer, 'domain'>,
  callEndpoint: CallEndpoint,
): Promise<ShortComparison | null> {
  if (finished_at === null) return null;
  try {
    const compared = await callEndpoint<SiteComparison>('/site/compare', { domain, crawl: crawl_id });
    const { verdict, counts, base } = compared;
    return { verdict, base_finished_at: base.finished_at, counts };
  } catch (error) {
    if (isError(error, 'no_comparison')) return null;
    throw error;
  }
}

function comparisonText({ verdict, counts, base_finished_at: since }: ShortComparison): string {
  const { new: added, fixed, not_compared: unknown } = counts;
  const notCompared = unknown.newer.error + unknown.base.error;
  return (
    `Compared with the crawl of ${since}: ${verdict}, ${countOf(added.error, 'new error')}, ` +
    `${countOf(fixed.error, 'fixed error')}, ${countOf(notCompared, 'error')} not compared.`
  );
}

/** Returns a sentence about a crawl that is newer than the one whose values the answer has. */
function newerCrawl({ finished_at, progress, last_crawl: last }: SiteState): string {
  const values = finished_at === null ? '' : ` These values are those of the crawl that ended at ${finished_at}.`;
  if (progress) return `A crawl is in progress (${countOf(progress.fetched, 'page')} so far).${values}`;
  if (!last || last.complete) return '';
  return `The newest crawl is not complete (${last.stop_reason ?? 'not all addresses are known'}).${values}`;
}

/** @param crawl id of the crawl that was read; `undefined`: the audit */
function nextCall({ poll_after_seconds: seconds }: SiteState, crawl: string | undefined): string {
  const read = crawl === undefined ? '' : `crawl ${crawl}`;
  return seconds === null
    ? `For how to fix an issue and its occurrences, call audit with domain${read && `, ${read}`} and issue.`
    : `Call audit again${read && ` with domain and ${read}`} in ${countOf(seconds, 'second')}.`;
}

/** Returns sentences with the main results of the last crawl; none before the first crawl has ended. */
function siteFacts(answer: SiteResult): string[] {
  const { health, site_score: score, pages, issues } = answer;
  if (isNothingRead(answer)) return [`${NOTHING_READ}.`, ...incompleteness(answer)];
  if (!pages || !issues) return [];
  const severities = (['error', 'warning', 'notice'] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count > 0 ? [countOf(count, severity)] : [];
  });
  const found = severities.length > 0 ? ` (${severities.join(', ')})` : '';
  return [
    health === null ? 'health unknown,' : `health ${health}%,`,
    score === null ? 'no site score (no indexable pages),' : `site score ${score} of 100,`,
    `${countOf(pages.total, 'page')}, ${countOf(issues.length, 'issue')}${found}.`,
    ...incompleteness(answer),
    ...(issues.length > 0 ? ['Most important first, with an example each:'] : []),
  ];
}

type SiteResult = Pick<
  SiteAnswer,
  'finished_at' | 'health' | 'site_score' | 'pages' | 'issues' | 'complete' | 'stop_reason' | 'skipped' | 'scope'
>;

async function occurrencesOfIssue(
  given: { domain: string; crawl: string | undefined },
  id: string,
  callEndpoint: CallEndpoint,
): Promise<ToolResult> {
  const answer = await callEndpoint<SiteAnswer>('/site', given);
  const { domain, finished_at, issues } = answer;
  const issue = issues?.find((each) => each.id === id);
  const unknown = issue ? null : reasonUnknown(id, answer);
  const { count = 0, severity, title, impact, how_to_fix, learn_more } = issue ?? {};
  const parameters = { domain, crawl: given.crawl, issue: id, limit: MAX_OCCURRENCES };
  const { occurrences, truncated } = await listOccurrences(parameters, callEndpoint);
  const found = unknown
    ? `${domain}: whether a page has the issue ${id} is unknown: ${unknown}.`
    : `${domain}: ${countOf(count, 'page has', 'pages have')} the issue ${id}.`;
  const gaps = unknown ? [] : uncheckedTargets(id, answer);
  const total = `${truncated || occurrences.length < count ? 'more than ' : ''}${occurrences.length}`;
  const explained = issue ? [impact, how_to_fix, `Occurrences (${total}):`] : [];
  return {
    data: {
      domain,
      finished_at,
      truncated,
      issue: { id, severity, title, count: unknown ? null : count, impact, how_to_fix, learn_more },
      occurrences,
    },
    summary:
      finished_at === null
        ? `${domain}: no crawl has ended yet: call audit with domain alone until its status is done.`
        : withExamples(
            [found, ...gaps, ...incompleteness(answer), ...explained].filter(Boolean).join(' '),
            occurrences.slice(0, MAX_EXAMPLES).map((example) => ({ label: '', example })),
          ),
  };
}

type Occurrence = Omit<IssueRow, 'issue' | 'severity'>;

/**
 * Requests occurrences of an issue.
 *
 * @throws {ServiceError} invalid_parameter for an unknown id
 */
async function listOccurrences(
  parameters: { domain: string; crawl: string | undefined; issue: string; limit: number },
  callEndpoint: CallEndpoint,
): Promise<{ occurrences: Occurrence[]; truncated: boolean }> {
  const { items, truncated } = await callEndpoint<SiteIssuesAnswer>('/site/issues', parameters);
  return { occurrences: items.map(({ issue: _, severity: __, ...occurrence }) => occurrence), truncated };
}

/** @returns the members of an occurrence that have a value */
function known(occurrence: Occurrence): Partial<Occurrence> {
  return Object.fromEntries(
    Object.entries(occurrence).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

interface Example {
  label: string;
  example: Occurrence;
}

/** Returns a text with a numbered list of examples, whose values are shortened until the whole is within the limit. */
function withExamples(front: string, examples: readonly Example[], end = ''): string {
  for (const length of VALUE_LENGTHS) {
    const lines = examples.map(({ label, example }, index) => `${index + 1}. ${label}${exampleText(example, length)}`);
    const text = [front, ...lines, end].filter(Boolean).join(lines.length > 0 ? '\n' : ' ');
    if (text.length <= MAX_TEXT_LENGTH || length === VALUE_LENGTHS.at(-1)) return text;
  }
  throw new Error('VALUE_LENGTHS is empty');
}

/** Returns the values of an occurrence, marked as untrusted as a whole; of the related pages, the first. */
function exampleText(
  { url, target, status, element, value, expected, related }: Occurrence,
  maxLength: number,
): string {
  const all = { url, target, status, element, value, expected, related: related?.[0] };
  const values = Object.entries(all).flatMap(([name, each]) => {
    if (each === null || each === undefined) return [];
    const text = String(each);
    const short = truncate(text, maxLength);
    return [`${name} ${short.length < text.length ? `${short}…` : text}`];
  });
  return JSON.stringify(quoted(values.join(', ')));
}
