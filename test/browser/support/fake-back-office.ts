import { randomUUID } from 'node:crypto';
import { valuesOf } from '../../../functions/core/record/history-values.ts';
import { rowOf as rowOfRecord } from '../../../functions/core/record/record-row.ts';
import { scoreChanges } from '../../../functions/core/domains/history/score-changes.ts';
import type { StoredSnapshot } from '../../../functions/core/domains/store/domain-history.ts';
import { readRow, storedRow } from '../../../functions/core/domains/schedule/stored-row.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { DomainAnswer } from '../../../functions/core/record/record.ts';
import type {
  ChangedDomains,
  ComparedDomain,
  Comparison,
  CreatedKey,
  DomainChanges,
  DomainDetails,
  DomainRow,
  Key,
  KeyChange,
  KeywordListChange,
  NamedLetter,
  NewKey,
  NewKeywordList,
  OwnerChange,
  Overview,
  PastMetrics,
  Replacement,
  RetryAll,
  PageAuditRequest,
} from '../../../functions/back-office/contract.ts';
import {
  allowancesOf,
  plans,
  sampleCosts,
  sampleKeys,
  sampleQueue,
  sampleSnapshots,
  sampleUsage,
} from './sample-data.ts';
import { Refusal, refusalOf } from './fake-back-office-refusal.ts';
import { createFakeBatches } from './fake-batches.ts';
import { createFakeKeywords } from './fake-keywords.ts';
import { createFakeLetters } from './fake-letters.ts';
import { createFakePages } from './fake-pages.ts';
import { createFakeSites } from './fake-sites.ts';
import { hostileSignals, NO_SIGNALS, samplePerformance, sampleRecord, withoutPage } from './sample-record.ts';

const PAGE_SIZE = 25;
const SCORE = 86;
/** Last time the failing site returned its page; the next day in zones to the east. */
const LAST_GOOD = '2026-11-10T23:30:00.000Z';

/** A call: its path below `/back-office/api`, and its query and body as sent. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** An answer without an envelope. */
export class CsvText {
  readonly text: string;
  readonly nextCursor: string | null;

  constructor(text: string, nextCursor: string | null) {
    [this.text, this.nextCursor] = [text, nextCursor];
  }
}

type Domain = Omit<DomainDetails, 'activity'> & {
  pollsLeft: number;
  snapshots: ReturnType<typeof sampleSnapshots>;
  /** Outcome of a fetch. */
  site: 'ok' | 'http_503' | 'missing';
};

/** Fake API of the back office with data in memory. Background work takes three polls. */
export function createFakeBackOffice() {
  const keys = new Map(sampleKeys().map((key) => [key.id, key]));
  const domains = new Map(sampleDomains().map((domain) => [domain.domain, domain]));
  const queue = sampleQueue();
  const failedJobs = createFakeLetters(queue);
  const batches = createFakeBatches();
  const pages = createFakePages();
  const sites = createFakeSites();
  const keywords = createFakeKeywords();

  const routes: [method: string, path: RegExp, answer: (name: string, call: Call) => unknown][] = [
    ['GET', /^session$/, () => ({ operator: 'operator@example.com', role: 'operator' })],
    ['GET', /^plans$/, () => ({ plans })],
    ['GET', /^keys$/, () => ({ keys: [...keys.values()].sort((a, b) => a.name.localeCompare(b.name)) })],
    ['GET', /^keys\/([^/]+)$/, keyOf],
    ['POST', /^keys$/, (_, { body }) => createKey(body as NewKey)],
    ['PATCH', /^keys\/([^/]+)$/, (id, { body }) => changeKey(id, body as KeyChange)],
    ['POST', /^keys\/([^/]+)\/replacement$/, (id, { body }) => replaceKey(id, body as Replacement)],
    ['PATCH', /^owners\/([^/]+)$/, (owner, { body }) => changeOwner(owner, body as OwnerChange)],
    ['DELETE', /^keys\/([^/]+)$/, (id) => (keys.delete(id), {})],
    ['GET', /^keys\/([^/]+)\/usage$/, (id, { query }) => usageOf(id, query)],
    ['GET', /^domains$/, (_, { query }) => listDomains(query)],
    ['GET', /^comparison$/, (_, { query }) => compare(query)],
    ['POST', /^domains\/changes$/, (_, { body }) => changeDomains(body as DomainChanges)],
    ['GET', /^domains\/([^/]+)$/, (name) => pollDomain(domainOf(name))],
    ['GET', /^domains\/([^/]+)\/pages$/, (name) => pages.list(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site$/, (name, call) => sites.look(decodeURIComponent(name), call)],
    ['POST', /^domains\/([^/]+)\/site$/, (name, call) => sites.start(decodeURIComponent(name), call)],
    ['DELETE', /^domains\/([^/]+)\/site$/, (name) => sites.stop(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/pages$/, (name, call) => sites.pages(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/summary$/, (name) => sites.summary(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/crawls$/, (name) => sites.crawls(decodeURIComponent(name))],
    ['GET', /^domains\/([^/]+)\/site\/compare$/, (name, call) => sites.compare(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/verification$/, () => sites.proof()],
    ['GET', /^domains\/([^/]+)\/site\/links$/, (name, call) => sites.links(decodeURIComponent(name), call)],
    ['GET', /^domains\/([^/]+)\/site\/issues$/, (name, call) => sites.issues(decodeURIComponent(name), call)],
    ['GET', /^pages$/, (_, { query }) => pages.read(query.get('url')!)],
    ['POST', /^pages$/, (_, { body }) => pages.request(body as PageAuditRequest)],
    ['GET', /^domains\/([^/]+)\/history$/, (name, { query }) => historyOf(domainOf(name), query)],
    ['POST', /^domains\/([^/]+)\/refresh$/, (name) => startFetch(domainOf(name))],
    ['POST', /^domains\/([^/]+)\/snapshot$/, (name) => takeSnapshot(domainOf(name))],
    ['POST', /^domains\/([^/]+)\/block$/, (name) => setBlocked(name, true)],
    ['POST', /^domains\/([^/]+)\/unblock$/, (name) => setBlocked(name, false)],
    ['DELETE', /^domains\/([^/]+)$/, (name) => (domains.delete(name), {})],
    ['POST', /^batches$/, (_, call) => batches.create(call)],
    ['GET', /^batches\/([^/]+)$/, (id, call) => batches.read(id, call)],
    ['DELETE', /^batches\/([^/]+)$/, (id, call) => batches.cancel(id, call)],
    ['GET', /^keywords$/, (_, call) => keywords.search(call)],
    ['POST', /^keywords$/, (_, call) => keywords.search(call)],
    ['GET', /^long-tail$/, (_, call) => keywords.longTail(call)],
    ['POST', /^long-tail$/, (_, call) => keywords.longTail(call)],
    ['GET', /^keyword-lists$/, () => keywords.lists()],
    ['POST', /^keyword-lists$/, (_, { body }) => keywords.create(body as NewKeywordList)],
    ['GET', /^keyword-lists\/([^/]+)$/, (id) => keywords.list(id)],
    ['PATCH', /^keyword-lists\/([^/]+)$/, (id, { body }) => keywords.change(id, body as KeywordListChange)],
    ['DELETE', /^keyword-lists\/([^/]+)$/, (id) => keywords.remove(id)],
    [
      'GET',
      /^overview$/,
      () => ({ queue, spent_usd: 0.42, daily_budget_usd: 1, requests: sampleRequests(), has_demo: false }),
    ],
    ['GET', /^top-issues$/, () => ({ sites: 1, issues: [TOP_ISSUE] })],
    ['GET', /^score-changes$/, (_, { query }) => scoreChangesOf(query)],
    ['GET', /^score-reasons$/, (_, { query }) => reasonsOf(query)],
    ['GET', /^queue$/, () => queue],
    ['GET', /^queue\/dead-letters$/, (_, { query }) => failedJobs.list(query)],
    ['POST', /^queue\/dead-letters\/retry$/, (_, { body }) => failedJobs.retry(body as NamedLetter)],
    ['POST', /^queue\/dead-letters\/drop$/, (_, { body }) => failedJobs.drop(body as NamedLetter)],
    ['POST', /^queue\/retry$/, (_, { body }) => failedJobs.retryAll(body as RetryAll | null)],
    ['GET', /^costs$/, () => sampleCosts(Date.now())],
  ];

  function createKey({ name, plan, note = '', owner, expires_at = null }: NewKey): CreatedKey {
    if ([...keys.values()].some((key) => key.name === name)) {
      throw refusalOf('name', 'name_in_use');
    }
    const id = randomUUID();
    const marks = { ends_with: id.slice(-4), last_used_on: null, expires_at };
    return addKey({ id, name, note, plan, owner: owner ?? `o-${id}`, ...marks, ...allowancesOf(plan) });
  }
  function addKey(made: Omit<Key, 'enabled' | 'created_at' | 'updated_at'>): CreatedKey {
    const time = new Date().toISOString();
    const key: Key = { ...made, enabled: true, created_at: time, updated_at: time };
    keys.set(key.id, key);
    return { ...key, value: `test-key-value-${key.id}` };
  }
  function replaceKey(id: string, { disable = false, old_expires_at }: Replacement): CreatedKey {
    const old = keyOf(id);
    const name = `${old.name} (replaced ${new Date().toISOString().slice(0, 10)})`;
    keys.set(id, { ...old, name, enabled: old.enabled && !disable, expires_at: old_expires_at ?? old.expires_at });
    const made = randomUUID();
    return addKey({ ...old, id: made, ends_with: made.slice(-4), expires_at: null });
  }
  function changeOwner(owner: string, { domains_per_day, pages_per_day }: OwnerChange) {
    const own = [...keys.values()].filter((key) => key.owner === owner);
    for (const { id, plan, ...key } of own) {
      const { domains, pages } = allowancesOf(plan);
      const limited = (allowance: Key['domains'], limit: number | null | undefined) => ({
        ...allowance,
        own_limit_per_day: limit ?? null,
        limit_per_day: limit ?? allowance.limit_per_day,
      });
      keys.set(id, {
        ...{ id, plan, ...key },
        domains: limited(domains, domains_per_day),
        pages: limited(pages, pages_per_day),
      });
    }
    return { keys: own.map(({ id }) => keyOf(id)) };
  }
  function changeKey(id: string, change: KeyChange): Key {
    const key = { ...keyOf(id), ...change, updated_at: new Date().toISOString() };
    keys.set(id, key);
    return key;
  }
  function keyOf(id: string): Key {
    const key = keys.get(id);
    if (!key) throw new Refusal(404, 'not_found', 'There is no such key');
    return key;
  }
  function usageOf(id: string, query: URLSearchParams) {
    return sampleUsage(keyOf(id).plan, query.get('from')!, query.get('to')!);
  }
  function listDomains(query: URLSearchParams) {
    const names = [...domains.keys()].sort().filter((name) => name > (query.get('after') ?? ''));
    const page = names.slice(0, PAGE_SIZE);
    return { domains: page.map((name) => rowOf(domainOf(name))), next: names.length > PAGE_SIZE ? page.at(-1) : null };
  }
  function changeDomains({ domains: names, add_tags = [], remove_tags = [], follow }: DomainChanges): ChangedDomains {
    const named = names.map(domainOf);
    for (const domain of named) {
      const kept = domain.tags.filter((tag) => !remove_tags.includes(tag));
      domain.tags = [...new Set([...kept, ...add_tags])].sort();
      if (follow !== undefined) domain.followed = follow && !domain.blocked;
    }
    const not_followed = named.filter(({ followed }) => follow && !followed).map(({ domain }) => domain);
    return { not_tagged: [], not_followed };
  }
  function compare(query: URLSearchParams): Comparison {
    const compared = query.get('domains')!.split(',').map(domainOf);
    const [{ from, to }] = compared.map((domain) => historyOf(domain, query)) as [ReturnType<typeof historyOf>];
    return { from, to, domains: compared.map((domain) => comparedOf(domain, historyOf(domain, query).snapshots)) };
  }
  function scoreChangesOf(query: URLSearchParams) {
    const domain = domainOf(query.get('domains')!);
    const { from, to, snapshots } = historyOf(domain, query);
    const changes = scoreChanges(snapshots as unknown as StoredSnapshot[]).map((change, index) => ({
      ...change,
      audits: index === 0 ? [{ id: 'link-text', from: 2, to: null }] : null,
    }));
    return { from, to, domains: [{ domain: domain.domain, changes, truncated: false }] };
  }
  function domainOf(name: string): Domain {
    const domain = domains.get(decodeURIComponent(name));
    if (!domain) throw new Refusal(404, 'not_found', 'There is no such domain');
    return domain;
  }
  function setBlocked(name: string, blocked: boolean) {
    domainOf(name).blocked = blocked;
    return {};
  }
  return {
    /** Returns the number of stored batches. */
    batchCount: () => batches.count(),
    answer(call: Call): unknown {
      for (const [method, path, answer] of routes) {
        const match = method === call.method ? path.exec(call.path) : null;
        if (match) return answer(match[1] ?? '', call);
      }
      throw new Refusal(404, 'not_found', 'There is no such path');
    },
  };
}

function sampleRequests(): Overview['requests'] {
  return Array.from({ length: 30 }, (_, index) => ({
    date: new Date(Date.now() - (29 - index) * 86_400_000).toISOString().slice(0, 10),
    requests: 100 + ((index * 37) % 90),
  }));
}

/** Followed domains already have the snapshot of today. */
function takeSnapshot(domain: Domain) {
  if (!domain.followed) startFetch(domain);
  return { is_queued: !domain.followed };
}

function startFetch(domain: Domain) {
  Object.assign(domain, { pollsLeft: 3, failure: null });
  return {};
}

/** Returns a domain; each poll advances its work: waiting, running, done. */
function pollDomain(domain: Domain): DomainDetails {
  const activity = (['idle', 'running', 'waiting'] as const)[Math.max(0, domain.pollsLeft - 1)]!;
  if (domain.pollsLeft === 1) finishFetch(domain);
  domain.pollsLeft = Math.max(0, domain.pollsLeft - 1);
  const { pollsLeft: _polls, snapshots: _snapshots, site: _site, ...details } = domain;
  return { ...details, activity };
}

function finishFetch(domain: Domain) {
  const time = new Date().toISOString();
  if (domain.site === 'missing') {
    const message = `The domain name ${domain.domain} does not exist. Check its spelling.`;
    domain.failure = { code: 'domain_not_found', message, retryable: false, failed_at: time };
    return;
  }
  const score = domain.site === 'ok' ? SCORE + 5 : null;
  const record = sampleRecord(domain.domain, { updatedAt: time, score: score ?? domain.seo_score! });
  setRecord(domain, score === null ? withoutPage(record, siteOf(domain.record!)!.fetched_at!) : record);
  domain.snapshots.unshift({
    ...domain.snapshots[0]!,
    captured_at: time,
    date: time.slice(0, 10),
    origin: 'refresh',
    site_status: domain.site,
    seo_score: score,
    changes: score === null ? [] : [{ field: 'seo_score', from: SCORE, to: score }],
  });
}

function setRecord(domain: Domain, record: DomainAnswer) {
  const { updated_at, seo_score } = record;
  const failed_sources = record.sources.flatMap(({ id, error }) => (error ? [id] : []));
  Object.assign(domain, { record, updated_at, seo_score, failed_sources, score_source: siteOf(record) });
}

const siteOf = ({ sources }: DomainAnswer) => sources.find(({ id }) => id === 'site') ?? null;

function historyOf({ domain, snapshots }: Domain, query: URLSearchParams) {
  const days = { '30d': 30, '90d': 90, '40w': 280, '1y': 365, '10y': 3_652 }[query.get('range')!]!;
  // As in the service, a range begins at the start of its first day.
  const from = `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  const within = snapshots.filter(({ captured_at }) => captured_at >= from);
  const [range, limit] = [query.get('range'), 1_000];
  const to = new Date().toISOString();
  return { domain, range, from, to, limit, count: within.length, truncated: false, snapshots: within, summary: {} };
}

/** Returns the row of a domain as the service derives it from the record. */
function rowOf({ domain, domain_unicode, updated_at, seo_score, record, ...state }: Domain): DomainRow {
  const row = record && readRow(storedRow(rowOfRecord(record, record.updated_at), null));
  return {
    domain,
    domain_unicode,
    updated_at,
    seo_score,
    score_of: row?.scoreOf ?? null,
    score_error: row?.scoreError ?? null,
    tranco_rank: row?.rank ?? null,
    organic_etv: row?.visits ?? null,
    tls_valid_to: row?.certificateEnds ?? null,
    registration_expires_at: row?.registrationEnds ?? null,
    past: row && pastMetrics(row.updatedAt, Number(/\d+/.exec(domain)?.[0] ?? 0)),
    year: null,
    excluded: row?.isExcluded ?? null,
    failed_sources: row?.failed ?? null,
    site: record && {
      ...{ ended_at: record.updated_at, complete: domain !== 'site-01.example' },
      ...{ health: 82, errors: 2, warnings: 5 },
    },
    tags: state.tags,
    followed: state.followed,
    blocked: state.blocked,
  };
}

function comparedOf({ domain, domain_unicode, updated_at, record }: Domain, snapshots: Domain['snapshots']) {
  const all = record?.audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  const isBest = domain === 'measured.example';
  const failed = isBest ? all.slice(1) : all;
  const metrics = record && valuesOf(record, new Set(record.sources.map(({ id }) => id)));
  if (metrics && isBest) metrics.seo_score = 99;
  return {
    domain,
    domain_unicode,
    updated_at,
    metrics: metrics as ComparedDomain['metrics'],
    failed_audits: record?.audit ? failed.map(({ id, title }) => ({ id, title })) : null,
    snapshots: snapshots as ComparedDomain['snapshots'],
    truncated: false,
  };
}

/** An issue of the site of a domain. */
const TOP_ISSUE = {
  ...{ id: 'broken-link', severity: 'error', title: 'Broken internal links (4xx or 5xx)', pages: 3, domains: 1 },
  examples: [{ domain: 'shop.example', pages: 3 }],
};

/** Returns the same reason for the change of each score. */
function reasonsOf(query: URLSearchParams) {
  const audits = [{ id: 'link-text', from: 2, to: 8 }];
  const change = { captured_at: new Date().toISOString(), from: 88, to: 86, audits };
  return {
    domains: query
      .get('domains')!
      .split(',')
      .map((domain) => ({ domain, change })),
  };
}

/** Returns metrics of 61, 30 and 7 days before, different ones for each number. */
function pastMetrics(time: string, number: number): PastMetrics[] {
  const day = (days: number) => new Date(Date.parse(time) - days * 86_400_000).toISOString().slice(0, 10);
  return [
    [day(61), 45 + ((number * 17) % 50), 2_500],
    [day(30), 50 + ((number * 13) % 45), 2_000 + number * 3_000],
    [day(7), 88, null],
  ];
}

function sampleDomains(): Domain[] {
  const shop = sampleDomain('shop.example', { followed: true });
  const empty = { updated_at: null, seo_score: null, complete: null, score_source: null, record: null };
  const unknown = { ...sampleDomain('asked-once.example'), ...empty, failed_sources: [], snapshots: [] };
  const missing = {
    ...unknown,
    domain: 'missing.example',
    domain_unicode: 'missing.example',
    site: 'missing' as const,
  };
  const blocked = sampleDomain('blocked.example', { blocked: true });
  const many = Array.from({ length: 40 }, (_, index) => sampleDomain(`site-${String(index).padStart(2, '0')}.example`));
  return [
    shop,
    unknown,
    missing,
    sampleFailing(),
    sampleMeasured(),
    sampleHostile(),
    sampleEarlier(),
    blocked,
    ...many,
  ];
}

/** A domain whose site returned HTTP 503 in its newest two snapshots and once before. */
function sampleFailing(): Domain {
  const domain: Domain = { ...sampleDomain('failing.example'), site: 'http_503' };
  setRecord(domain, withoutPage(domain.record!, LAST_GOOD));
  for (const snapshot of [0, 1, 5].map((index) => domain.snapshots[index]!)) {
    Object.assign(snapshot, {
      site_status: 'http_503',
      seo_score: null,
      word_count: null,
      links_total: null,
      title: null,
    });
  }
  return domain;
}

/** A domain with enough visitors for field data. */
function sampleMeasured(): Domain {
  const domain = sampleDomain('measured.example');
  setRecord(domain, { ...domain.record!, performance: samplePerformance() });
  return domain;
}

/** A domain whose site has hostile texts. */
function sampleHostile(): Domain {
  const domain = sampleDomain('hostile.example');
  setRecord(domain, { ...domain.record!, ...hostileSignals() });
  return domain;
}

/** A domain whose record was stored by an earlier version; the new sources are pending. */
function sampleEarlier(): Domain {
  const domain = sampleDomain('earlier.example');
  const { sources, ...record } = domain.record!;
  const pending = { status: 'pending' as const, fetched_at: null, http_status: null, duration_ms: null };
  const isNew = (id: string) => ['host_variants', 'hreflang', 'llms_txt'].includes(id);
  setRecord(domain, {
    ...record,
    ...NO_SIGNALS,
    sources: sources.map((source) => (isNew(source.id) ? { ...source, ...pending } : source)),
  });
  return domain;
}

function sampleDomain(domain: string, { followed = false, blocked = false } = {}): Domain {
  const now = Date.now();
  const updatedAt = new Date(now - 4_212_000).toISOString();
  return {
    domain,
    domain_unicode: domain,
    updated_at: updatedAt,
    seo_score: SCORE,
    score_source: siteOf(sampleRecord(domain, { updatedAt, score: SCORE })),
    complete: false,
    failed_sources: ['open_page_rank'],
    followed,
    blocked,
    record: sampleRecord(domain, { updatedAt, score: SCORE }),
    next_snapshot_at: followed ? new Date(now + 30_000_000).toISOString() : null,
    last_asked_on: updatedAt.slice(0, 10),
    tags: [],
    pollsLeft: 0,
    failure: null,
    site: 'ok',
    snapshots: sampleSnapshots(now - 4_212_000),
  };
}
