import type { z } from 'zod';
import type {
  AskedSnapshot,
  Batch,
  ChangedDomains,
  Comparison,
  Costs,
  CreatedKey,
  DeadLetters,
  DomainChanges,
  DomainDetails,
  Domains,
  JournalPage,
  Key,
  KeyChange,
  KeywordList,
  KeywordListChange,
  KeywordLists,
  Keywords,
  Keys,
  KeyUsage,
  NewBatch,
  LongTail,
  NewKey,
  NewKeywordList,
  NewReportLink,
  Overview,
  OwnerChange,
  Page,
  Pages,
  Plans,
  QueueState,
  Replacement,
  ReportLinks,
  Retried,
  ScoreChanges,
  ScoreReasons,
  Session,
  SiteComparison,
  SiteCrawlList,
  SiteIssues,
  SiteLinks,
  SitePages,
  SiteProof,
  SiteState,
  SiteSummary,
  TopIssues,
  CrawlRequest,
  PageAuditRequest,
  ReportLinkRequest,
  CreatedWatch,
  NewWatch,
  Watches,
  WatchEvents,
  WatchTest,
} from '../../../contract.ts';
import type { historyAnswer } from '../../../../core/record/history-schema.ts';
import type { Client } from './client.ts';

export type History = z.infer<typeof historyAnswer>;
export type Snapshot = History['snapshots'][number];
export type Api = ReturnType<typeof createApi>;

/** The calls of the back office's API; their types are in `contract.ts`. */
export function createApi({ send, sendForCsv }: Client) {
  return {
    session: (signal?: AbortSignal) => send<Session>('GET', 'session', options(signal)),
    plans: (signal?: AbortSignal) => send<Plans>('GET', 'plans', options(signal)),
    keys: (signal?: AbortSignal) => send<Keys>('GET', 'keys', options(signal)),
    key: (id: string, signal?: AbortSignal) => send<Key>('GET', keyPath(id), options(signal)),
    createKey: (key: NewKey) => send<CreatedKey>('POST', 'keys', { body: key }),
    changeKey: (id: string, change: KeyChange) => send<Key>('PATCH', keyPath(id), { body: change }),
    replaceKey: (id: string, how: Replacement) => send<CreatedKey>('POST', `${keyPath(id)}/replacement`, { body: how }),
    changeOwner: (owner: string, change: OwnerChange) =>
      send<Keys>('PATCH', `owners/${encodeURIComponent(owner)}`, { body: change }),
    deleteKey: (id: string) => send<object>('DELETE', keyPath(id)),
    keyUsage: (id: string, days: { from: string; to: string }, signal?: AbortSignal) =>
      send<KeyUsage>('GET', withQuery(`${keyPath(id)}/usage`, days), options(signal)),
    domains: (query: { after?: string }, signal?: AbortSignal) =>
      send<Domains>('GET', withQuery('domains', query), options(signal)),
    comparison: (domains: string, range: string, signal?: AbortSignal) =>
      send<Comparison>('GET', withQuery('comparison', { domains, range }), options(signal)),
    scoreChanges: (domain: string, range: string, signal?: AbortSignal) =>
      send<ScoreChanges>('GET', withQuery('score-changes', { domains: domain, range }), options(signal)),
    scoreReasons: (query: { domains: string; since: string }, signal?: AbortSignal) =>
      send<ScoreReasons>('GET', withQuery('score-reasons', query), options(signal)),
    topIssues: (signal?: AbortSignal) => send<TopIssues>('GET', 'top-issues', options(signal)),
    /** Only the local runner has this call. */
    loadDemo: () => send<object>('POST', 'demo'),
    changeDomains: (changes: DomainChanges) => send<ChangedDomains>('POST', 'domains/changes', { body: changes }),
    domain: (domain: string, signal?: AbortSignal) => send<DomainDetails>('GET', domainPath(domain), options(signal)),
    pages: (domain: string, query: { after?: string }, signal?: AbortSignal) =>
      send<Pages>('GET', withQuery(`${domainPath(domain)}/pages`, query), options(signal)),
    page: (requested: PageAuditRequest, signal?: AbortSignal) =>
      send<Page>('POST', 'pages', { body: requested, ...options(signal) }),
    /** Fetches nothing: 404 where the page is not stored. */
    storedPage: (url: string, signal?: AbortSignal) => send<Page>('GET', withQuery('pages', { url }), options(signal)),
    site: (domain: string, query: Query, signal?: AbortSignal) =>
      send<SiteState>('GET', withQuery(sitePath(domain), query), options(signal)),
    crawlSite: (domain: string, requested: CrawlRequest) =>
      send<SiteState>('POST', sitePath(domain), { body: requested }),
    stopCrawl: (domain: string) => send<SiteState>('DELETE', sitePath(domain)),
    sitePages: (domain: string, query: SitePagesQuery, signal?: AbortSignal) =>
      send<SitePages>('GET', withQuery(`${sitePath(domain)}/pages`, query), options(signal)),
    sitePagesAsCsv: (domain: string, query: SitePagesQuery) =>
      sendForCsv('GET', withQuery(`${sitePath(domain)}/pages`, { ...query, format: 'csv' })),
    siteIssues: (domain: string, query: Query, signal?: AbortSignal) =>
      send<SiteIssues>('GET', withQuery(`${sitePath(domain)}/issues`, query), options(signal)),
    siteSummary: (domain: string, query: Query, signal?: AbortSignal) =>
      send<SiteSummary>('GET', withQuery(`${sitePath(domain)}/summary`, query), options(signal)),
    siteCrawls: (domain: string, signal?: AbortSignal) =>
      send<SiteCrawlList>('GET', `${sitePath(domain)}/crawls`, options(signal)),
    siteComparison: (domain: string, query: Query, signal?: AbortSignal) =>
      send<SiteComparison>('GET', withQuery(`${sitePath(domain)}/compare`, query), options(signal)),
    siteComparisonAsCsv: (domain: string, query: Query) =>
      sendForCsv('GET', withQuery(`${sitePath(domain)}/compare`, { ...query, format: 'csv' })),
    /** Looks for the token of the workspace on the site, once a minute at most. */
    siteProof: (domain: string, signal?: AbortSignal) =>
      send<SiteProof>('GET', `${sitePath(domain)}/verification`, options(signal)),
    siteLinks: (domain: string, query: Query, signal?: AbortSignal) =>
      send<SiteLinks>('GET', withQuery(`${sitePath(domain)}/links`, query), options(signal)),
    siteLinksAsCsv: (domain: string, query: Query) =>
      sendForCsv('GET', withQuery(`${sitePath(domain)}/links`, { ...query, format: 'csv' })),
    siteIssuesAsCsv: (domain: string, query: Query) =>
      sendForCsv('GET', withQuery(`${sitePath(domain)}/issues`, { ...query, format: 'csv' })),
    /** Reads all watches, page by page. */
    async watches(signal?: AbortSignal): Promise<Watches> {
      const readPage = (query: object) => send<Watches>('GET', withQuery('watches', query), options(signal));
      let page = await readPage({});
      const watches = [...page.watches];
      while (page.next_cursor) {
        page = await readPage({ cursor: page.next_cursor });
        watches.push(...page.watches);
      }
      return { ...page, watches };
    },
    createWatch: (watch: NewWatch) => send<CreatedWatch>('POST', 'watches', { body: watch }),
    deleteWatch: (id: string) => send<object>('DELETE', watchPath(id)),
    testWatch: (id: string) => send<WatchTest>('POST', `${watchPath(id)}/test`),
    watchEvents: (id: string, signal?: AbortSignal) =>
      send<WatchEvents>('GET', `${watchPath(id)}/events`, options(signal)),
    reportLinks: (domain: string, signal?: AbortSignal) =>
      send<ReportLinks>('GET', reportsPath(domain), options(signal)),
    createReportLink: (domain: string, requested: ReportLinkRequest) =>
      send<NewReportLink>('POST', reportsPath(domain), { body: requested }),
    revokeReportLink: (domain: string, id: string) => send<object>('DELETE', `${reportsPath(domain)}/${id}`),
    history: (domain: string, range: string, signal?: AbortSignal) =>
      send<History>('GET', withQuery(`${domainPath(domain)}/history`, { range, limit: '1000' }), options(signal)),
    refresh: (domain: string) => send<object>('POST', `${domainPath(domain)}/refresh`),
    takeSnapshot: (domain: string) => send<AskedSnapshot>('POST', `${domainPath(domain)}/snapshot`),
    block: (domain: string) => send<object>('POST', `${domainPath(domain)}/block`),
    unblock: (domain: string) => send<object>('POST', `${domainPath(domain)}/unblock`),
    deleteDomain: (domain: string) => send<object>('DELETE', domainPath(domain)),
    /** @param key of the request: sent twice under the same one, it makes one batch */
    createBatch: (batch: NewBatch, key: string, signal?: AbortSignal) =>
      send<Batch>('POST', 'batches', { ...newBatch(batch, key), ...options(signal) }),
    createBatchAsCsv: (batch: NewBatch, key: string) => sendForCsv('POST', 'batches?format=csv', newBatch(batch, key)),
    batch: (id: string, page: PageOfList, signal?: AbortSignal) =>
      send<Batch>('GET', withQuery(batchPath(id), page), options(signal)),
    batchAsCsv: (id: string, page: PageOfList) =>
      sendForCsv('GET', withQuery(batchPath(id), { ...page, format: 'csv' })),
    cancelBatch: (id: string) => send<Batch>('DELETE', batchPath(id)),
    keywords: (query: Query, signal?: AbortSignal) =>
      send<Keywords>('GET', withQuery('keywords', query), options(signal)),
    refetchKeywords: (query: Query) => send<Keywords>('POST', withQuery('keywords', query)),
    keywordsAsCsv: (query: Query) => sendForCsv('GET', withQuery('keywords', { ...query, format: 'csv' })),
    longTail: (query: Query, signal?: AbortSignal) =>
      send<LongTail>('GET', withQuery('long-tail', query), options(signal)),
    refetchLongTail: (query: Query) => send<LongTail>('POST', withQuery('long-tail', query)),
    keywordLists: (signal?: AbortSignal) => send<KeywordLists>('GET', 'keyword-lists', options(signal)),
    keywordList: (id: string, signal?: AbortSignal) => send<KeywordList>('GET', listPath(id), options(signal)),
    createKeywordList: (list: NewKeywordList) => send<KeywordList>('POST', 'keyword-lists', { body: list }),
    changeKeywordList: (id: string, change: KeywordListChange) =>
      send<KeywordList>('PATCH', listPath(id), { body: change }),
    deleteKeywordList: (id: string) => send<object>('DELETE', listPath(id)),
    overview: (signal?: AbortSignal) => send<Overview>('GET', 'overview', options(signal)),
    queue: (signal?: AbortSignal) => send<QueueState>('GET', 'queue', options(signal)),
    deadLetters: (query: { after?: string }, signal?: AbortSignal) =>
      send<DeadLetters>('GET', withQuery('queue/dead-letters', query), options(signal)),
    retryDeadLetter: (id: string) => send<object>('POST', 'queue/dead-letters/retry', { body: { id } }),
    dropDeadLetter: (id: string) => send<object>('POST', 'queue/dead-letters/drop', { body: { id } }),
    /** @param before `next` of the call before */
    retryDeadLetters: (before: string | null) =>
      send<Retried>('POST', 'queue/retry', before === null ? {} : { body: { before } }),
    journal: (query: { after?: string }, signal?: AbortSignal) =>
      send<JournalPage>('GET', withQuery('journal', query), options(signal)),
    costs: (signal?: AbortSignal) => send<Costs>('GET', 'costs', options(signal)),
  };
}

/** Parameters of a request by their names. */
export type Query = Readonly<Record<string, string>>;

/** Members that are not given are not sent. */
export interface SitePagesQuery {
  crawl?: string;
  issue?: string;
  /** An HTTP status, a class such as `4xx`, or `none`. */
  status?: string;
  search?: string;
  url?: string;
  state?: string;
  depth?: string;
  sort?: string;
  cursor?: string;
  limit?: string;
}

interface PageOfList {
  /** Default: the first page. */
  cursor?: string;
}

const newBatch = (body: NewBatch, key: string) => ({ body, headers: { 'Idempotency-Key': key } });
const options = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
const keyPath = (id: string) => `keys/${encodeURIComponent(id)}`;
const listPath = (id: string) => `keyword-lists/${encodeURIComponent(id)}`;
const batchPath = (id: string) => `batches/${encodeURIComponent(id)}`;
const watchPath = (id: string) => `watches/${encodeURIComponent(id)}`;
const reportsPath = (domain: string) => `${domainPath(domain)}/reports`;
const sitePath = (domain: string) => `${domainPath(domain)}/site`;
const domainPath = (domain: string) => `domains/${encodeURIComponent(domain)}`;

function withQuery(path: string, query: object): string {
  const text = new URLSearchParams({ ...query }).toString();
  return text ? `${path}?${text}` : path;
}
