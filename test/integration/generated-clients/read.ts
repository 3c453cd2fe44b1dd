/**
 * Reads members of all schemas from answers and errors without a cast. The test copies this file next to the types of
 * each client (types.ts) and compiles it there.
 */
import type {
  Audit,
  Batch,
  DomainRecord,
  ForumAccountAnswer,
  ForumUserAnswer,
  History,
  IssueCatalogue,
  KeywordItem,
  Keywords,
  LongTail,
  Page,
  PageRecord,
  SiteAudit,
  SiteComparison,
  SiteCrawl,
  SiteCrawls,
  SiteIssues,
  SiteLinks,
  SitePages,
  SourceReport,
  Usage,
} from './types.ts';

type Values = Record<string, string | number | boolean | null | undefined>;

/** Prints one line for the test to read. */
export function print(name: string, values: Values) {
  console.log(JSON.stringify({ name, ...values }));
}

/** Members of every error. */
export interface Failure {
  code: number;
  error: string;
  message: string;
  retryable: boolean;
  retry_after_seconds?: number;
  details?: { param: string; message: string }[];
}

export function failed({ code, error, message, retryable, retry_after_seconds, details = [] }: Failure): never {
  const pause = retryable ? ` (again after ${retry_after_seconds ?? 1} s)` : '';
  throw new Error(`${code} ${error}: ${message}${pause} ${details.map(({ param }) => param).join()}`);
}

export function printRecord(data: DomainRecord) {
  const { dns, tls, registration, popularity, performance, organic } = data;
  print('query', {
    domain: data.domain,
    cache_status: data.cache_status,
    score: data.seo_score,
    bot: data.robots_txt?.agents['*']?.allowed,
    sitemap: data.sitemap?.urls[0],
    address: dns?.a?.[0],
    days: tls?.days_remaining,
    registrar: registration?.registrar,
    tranco: popularity.tranco?.rank,
    open_page_rank: popularity.open_page_rank?.score?.toFixed(1),
    archive: data.archive?.first_seen_at,
    crawl: data.common_crawl?.crawl_id,
    lcp: performance.field?.lcp_p75_ms,
    lab: performance.lab?.performance_score,
    organic: organic?.etv,
    paid: data.paid?.count,
    keyword: data.top_keywords?.[0]?.keyword,
    pending: data.pending[0],
    poll: data.poll_after_seconds,
    source: data.sources.map(describeSource)[0],
    ...(data.page !== null && pageValues(data.page)),
    ...(data.audit !== null && auditValues(data.audit)),
  });
}

export function printPage({ url, cache_status, robots, page, keywords, sources }: PageRecord) {
  print('page', {
    url,
    cache_status,
    allowed: robots.allowed,
    rule: robots.rule,
    keyword: keywords?.[0]?.keyword,
    source: sources.map(describeSource)[0],
    ...(page !== null && pageValues(page)),
  });
}

export function printSite(answer: SiteAudit) {
  const { status, complete, scope, last_crawl, progress, poll_after_seconds, issues, pages, changes, sources } = answer;
  const [issue] = issues ?? [];
  print('site', {
    status,
    complete,
    depth: scope.depth,
    newer: last_crawl?.crawl_id,
    fetched: progress?.fetched,
    poll: poll_after_seconds,
    issue: issue && `${issue.severity} ${issue.id} ${issue.count} ${issue.examples[0]}`,
    indexable: pages?.indexable,
    changed: changes?.examples[0]?.change,
    source: sources.map(describeSource)[0],
  });
}

export function printSitePages({ count, next_cursor, items }: SitePages) {
  const [page] = items;
  print('site pages', { count, next_cursor, url: page?.url, reason: page?.reason, issue: page?.issues[0] });
}

export function printSiteIssues({ count, finished_at, items }: SiteIssues) {
  const [first] = items;
  print('site issues', {
    count,
    finished_at,
    first: first && `${first.severity} ${first.issue} ${first.url} ${first.target} ${first.status} ${first.element}`,
    value: first?.value,
    expected: first?.expected,
    related: first?.related[0],
  });
}

export function printSiteLinks({ count, next_cursor, items }: SiteLinks) {
  const [link] = items;
  const to = link && `${link.kind} ${link.to} ${link.status} ${link.final_url} ${link.hops} ${link.error}`;
  print('site links', { count, next_cursor, to, internal: link?.internal, anchor: link?.anchor, rel: link?.rel[0] });
}

export function printCrawls({ audit_crawl_id, items }: SiteCrawls) {
  print('site crawls', {
    audit_crawl_id,
    crawls: items.map(describeCrawl).join(),
    sitemaps: items[0]?.scope.sitemaps[0],
  });
}

const describeCrawl = ({ status, started_by, issues, options }: SiteCrawl) =>
  `${status} ${started_by} ${options.rate} ${issues?.error}`;

export function printComparison({ verdict, base, counts, new: added, fixed, pages }: SiteComparison) {
  const change = pages[0]?.fields[0];
  print('comparison', {
    verdict,
    base: `${base.crawl_id} ${base.finished_at}`,
    errors: counts.new.error,
    unknown: counts.not_compared.newer.error,
    changed: counts.pages,
    added: added[0]?.issue,
    fixed: fixed[0]?.url,
    change: change && `${change.name}: ${change.before} to ${change.now}`,
  });
}

export function printCatalogue({ count, items }: IssueCatalogue) {
  const [issue] = items;
  print('issues', { count, first: issue && `${issue.severity} ${issue.scope} ${issue.id}`, since: issue?.since });
}

function pageValues({ title, images, headings, open_graph, redirects, hreflang, structured_data }: Page): Values {
  return {
    title: title?.trim(),
    missing_alt: images.missing_alt,
    h2: headings.h2,
    og_title: open_graph['title'],
    last_redirect: redirects.at(-1)?.location,
    language: hreflang[0]?.hreflang,
    type: structured_data.types[0],
  };
}

function auditValues({ compatible_with, audits }: Audit): Values {
  const failing = audits.filter(({ status }) => status === 'fail');
  return {
    rules: compatible_with,
    failing: failing.map(({ id, items }) => `${id}: ${items[0]?.reason}`).join(),
  };
}

function describeSource({ id, status, fields, from_cache, error }: SourceReport): string {
  const reason = error === null ? '' : `${error.code} ${error.message} ${error.retryable}`;
  return `${id} ${status} ${fields.join()} ${from_cache} ${reason}`;
}

export function printHistory({ count, truncated, next_cursor, snapshots, summary }: History) {
  const [newest] = snapshots;
  print('history', {
    count,
    truncated,
    cursor: next_cursor?.length,
    captured_at: newest?.captured_at,
    origin: newest?.origin,
    rank: newest?.tranco_rank,
    changed: newest?.changes.map(({ name, before, after }) => `${name}: ${before} to ${after}`).join(),
    best: summary.seo_score.max,
  });
}

export function printKeywords({ query, count, next_cursor, items, sources }: Keywords) {
  print('keywords', { q: query.q, count, next_cursor, first: items.map(describeKeyword)[0], sources: sources.length });
}

function describeKeyword({
  keyword,
  match,
  score,
  engines,
  ranks,
  intent,
  domain_match,
  cpc_usd,
}: KeywordItem): string {
  const values = [match, score, engines.join(), ranks['google'], intent?.main, domain_match?.in_title, cpc_usd];
  return `${keyword}: ${values.join(' ')}`;
}

export function printLongTail({ count, coverage, groups, language }: LongTail) {
  const questions = groups.find(({ id }) => id === 'questions');
  print('long-tail', {
    count,
    language,
    planned: coverage.queries_planned,
    label: questions?.label_zh,
    first: questions?.items[0]?.keyword,
    score: questions?.items[0]?.score,
  });
}

export function printBatch({ batch_id, totals, poll_after_seconds, items, next_cursor }: Batch) {
  print('batch', {
    is_stored: batch_id !== null,
    lines: totals.domains,
    poll_after_seconds,
    statuses: items.map(({ status, error }) => error?.code ?? status).join(),
    score: items[0]?.data?.seo_score,
    snapshots: items[0]?.history?.count,
    next_cursor,
  });
}

export function printUsage({ plan, quota, domains, pages, days }: Usage) {
  print('usage', {
    plan,
    limit: quota.limit,
    domains: domains.used,
    pages: pages.remaining,
    today: days.at(-1)?.requests,
  });
}

/** Distinguishes the answers of one path by a member that the others do not have. */
export function printAccount({ data }: ForumAccountAnswer) {
  if ('_key' in data) return print('login', { user: data.user_id, upstream: data.upstream.status });
  if ('totals' in data) {
    const { totals, boards, complete, next_after } = data;
    return print('boards', { already: totals.already, refused: boards[0]?.error?.upstream?.msg, complete, next_after });
  }
  if ('cat_id' in data) {
    const message = 'msg' in data.upstream ? data.upstream.msg : data.upstream.status;
    return print('board', { cat_id: data.cat_id, status: data.status, days: data.continue_days, said: message });
  }
  print('me', { status: data.status, members: Object.keys(data).join() });
}

export function printUser({ data }: ForumUserAnswer) {
  if ('comments' in data) {
    return print('comments', { length: data.comments.length, count: data.count, next: data.next_start });
  }
  print('info', { status: data.status, members: Object.keys(data).join() });
}
