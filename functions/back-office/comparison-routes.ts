import { domainToUnicode } from 'node:url';
import { MAX_SNAPSHOTS } from './contract/domains.ts';
import type { HostServices } from './contract/entry.ts';
import { routesOf } from './router.ts';
import { type HistoryServices, type Range, readHistory, windowOf } from '../core/domains/history/read-history.ts';
import { readScoreChange, scoreChanges } from '../core/domains/history/score-changes.ts';
import { type MetricName, metricNames, SITE_CRAWL, sourceOfValue, valuesOf } from '../core/record/history-values.ts';
import type { CrawlsOfDomain, HistoryEntry, SiteCrawls } from '../core/crawls/store/site-crawls.ts';
import type { DomainRecord } from '../core/record/record.ts';
import { recordOf } from '../core/record/cached-record.ts';
import type { DomainCache } from '../core/domains/store/domain-cache.ts';
import {
  type ComparedDomain,
  type ComparedSnapshot,
  type Comparison,
  comparisonContract,
  type ScoreChanges,
} from './contract/comparison.ts';

export interface ComparisonServices extends HistoryServices, HostServices {
  cache: Pick<DomainCache, 'read'>;
  crawls: Pick<SiteCrawls, 'read'>;
}

/** The routes that compare domains, and snapshots of domains. */
export const comparisonRoutes = routesOf<typeof comparisonContract, ComparisonServices>(comparisonContract, {
  comparison: async ({ query: { domains, range } }, services) => ({
    data: await compareDomains([...new Set(domains)], range, services),
  }),
  scoreChanges: async ({ query: { domains, range } }, services) => ({
    data: await explainScores([...new Set(domains)], range, services),
  }),
  scoreReasons: async ({ query: { domains, since } }, services) => {
    const changes = domains.map(async (domain, index) => ({
      domain,
      change: await readScoreChange(domain, since[index]!, services),
    }));
    return { data: { domains: await Promise.all(changes) } };
  },
});

/** Per domain: those of ten domains are far below the size limit of a response. */
const MAX_COMPARED_SNAPSHOTS = 400;

/**
 * Returns the stored data of several domains side by side; nothing is fetched.
 *
 * @param domains without duplicates
 */
async function compareDomains(
  domains: string[],
  range: Range | undefined,
  services: ComparisonServices,
): Promise<Comparison> {
  const compared = await Promise.all(domains.map((domain) => compareOne(domain, range, services)));
  const [{ from, to }] = compared as [(typeof compared)[number]];
  return { from, to, domains: compared.map((one) => one.compared) };
}

/** @param domains without duplicates */
async function explainScores(
  domains: string[],
  range: Range | undefined,
  { history, now }: ComparisonServices,
): Promise<ScoreChanges> {
  const window = windowOf({ range }, now());
  const explained = domains.map(async (domain) => {
    const { snapshots, truncated } = await history.read(domain, { ...window, limit: MAX_SNAPSHOTS });
    return { domain, changes: scoreChanges(snapshots), truncated };
  });
  return { ...window, domains: await Promise.all(explained) };
}

async function compareOne(
  domain: string,
  range: Range | undefined,
  { cache, crawls, ...services }: ComparisonServices,
) {
  const [entry, history, crawled] = await Promise.all([
    cache.read(domain),
    readHistory({ domain, range, limit: MAX_COMPARED_SNAPSHOTS }, services),
    crawls.read(domain),
  ]);
  const record = entry && recordOf(entry);
  const compared: ComparedDomain = {
    domain,
    domain_unicode: domainToUnicode(domain),
    updated_at: entry?.updatedAt ?? null,
    metrics: record && newestMetrics(record, history.snapshots),
    site: comparedSite(crawled, history),
    failed_audits: record?.audit ? failedAudits(record.audit) : null,
    snapshots: history.snapshots.map(comparedSnapshot),
    truncated: history.truncated,
  };
  return { compared, from: history.from, to: history.to };
}

/** Returns the health of a site in its audit, and in the crawls of a window. */
function comparedSite(
  { audit, historyJson }: CrawlsOfDomain,
  { from, to }: Record<'from' | 'to', string>,
): ComparedDomain['site'] {
  const crawls = JSON.parse(historyJson) as HistoryEntry[];
  return {
    health: audit?.summary.health ?? null,
    history: crawls.flatMap(({ finished_at, health }) =>
      health === null || finished_at < from || finished_at > to ? [] : [{ finished_at, health }],
    ),
  };
}

/** Returns a snapshot without its texts and changes. */
function comparedSnapshot(snapshot: ComparedSnapshot): ComparedSnapshot {
  const { captured_at, site_status } = snapshot;
  return { captured_at, site_status, ...metricsBy((name) => snapshot[name]) };
}

/** Returns the metrics of the record; those of the site, which a record does not contain, come from the newest snapshot. */
function newestMetrics(record: DomainRecord, snapshots: ComparedSnapshot[]): ComparedDomain['metrics'] {
  const ofRecord = valuesOf(record, new Set(record.sources.map(({ id }) => id)));
  return metricsBy((name) => {
    const value =
      sourceOfValue(name) === SITE_CRAWL ? snapshots.find((one) => one[name] !== null)?.[name] : ofRecord[name];
    return (value ?? null) as number | null;
  });
}

function metricsBy(read: (name: MetricName) => number | null): Record<MetricName, number | null> {
  return Object.fromEntries(metricNames.map((name) => [name, read(name)])) as Record<MetricName, number | null>;
}

function failedAudits({ audits }: NonNullable<DomainRecord['audit']>): ComparedDomain['failed_audits'] {
  return audits.filter(({ status }) => status === 'fail').map(({ id, title }) => ({ id, title }));
}
