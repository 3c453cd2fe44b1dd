import * as z from 'zod';
import type { ScoreChange } from '../../core/domains/history/score-changes.ts';
import { rangeParameter } from '../../core/domains/history/request.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { domainParameter } from '../../core/platform/names/address-parameters.ts';
import type { MetricName } from '../../core/record/history-values.ts';
import type { DomainSummary } from './domains.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';

/** The stored data of several domains. */
export interface Comparison {
  /** The window of the snapshots. */
  from: string;
  to: string;
  /** In the requested order. */
  domains: ComparedDomain[];
}
export interface ComparedDomain extends Pick<DomainSummary, 'domain' | 'domain_unicode' | 'updated_at'> {
  /** The newest known metrics; `null`: there is no record. */
  metrics: Record<MetricName, number | null> | null;
  site: ComparedSite;
  /** `null`: the home page was never audited. */
  failed_audits: { id: string; title: string }[] | null;
  /** Newest first, up to 400. */
  snapshots: ComparedSnapshot[];
  truncated: boolean;
}
/** The health of a site, which no record contains. */
export interface ComparedSite {
  /** Of its audit, 0 to 100; `null`: the site was not crawled, or nothing could be read. */
  health: number | null;
  /** Of its crawls within the window, oldest first. */
  history: { finished_at: string; health: number }[];
}
export type ComparedSnapshot = { captured_at: string; site_status: string | null } & Record<MetricName, number | null>;

export interface ScoreChanges {
  from: string;
  to: string;
  /** In the requested order; changes are newest first. `truncated`: the window has older snapshots, which were not read. */
  domains: { domain: string; changes: ScoreChange[]; truncated: boolean }[];
}

export interface ScoreReasons {
  /** In the requested order; `null`: one of the two scores is not known, or there is no newer one. */
  domains: { domain: string; change: ScoreChange | null }[];
}

const MAX_COMPARED = 10;
const MAX_EXPLAINED = 20;

/** Names of domains, separated by commas, and a window such as `90d`. */
const parametersOf =
  ({ min, max }: { min: number; max: number }) =>
  ({ isReachable }: HostServices) =>
    z.object({
      domains: z
        .string(rule('required'))
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(domainParameter(isReachable)).min(min, rule('min_domains')).max(max, rule('max_domains'))),
      range: rangeParameter,
    });

/** Names of domains, and a date for each. */
const reasonsParameters = ({ isReachable }: HostServices) =>
  z
    .object({
      domains: z
        .string(rule('required'))
        .transform((text) => text.split(','))
        .pipe(z.array(domainParameter(isReachable)).max(MAX_EXPLAINED, rule('max_domains'))),
      since: z
        .string(rule('required'))
        .transform((text) => text.split(','))
        .pipe(z.array(z.iso.date(rule('dates')))),
    })
    .refine(({ domains, since }) => domains.length === since.length, {
      path: ['since'],
      ...rule('date_for_each_domain'),
    });

/** Comparisons of domains, and of snapshots of domains. */
export const comparisonContract = {
  comparison: {
    method: 'GET',
    pattern: 'comparison',
    query: parametersOf({ min: 2, max: MAX_COMPARED }),
    answer: typeOnly<Comparison>(),
  },
  /** The changes of the scores within a window, with the audits of the home page that changed at the same time. */
  scoreChanges: {
    method: 'GET',
    pattern: 'score-changes',
    query: parametersOf({ min: 1, max: MAX_EXPLAINED }),
    answer: typeOnly<ScoreChanges>(),
  },
  /**
   * The newest score of each domain compared with the one that was last known on its date, and the audits of the home
   * page that differ.
   */
  scoreReasons: { method: 'GET', pattern: 'score-reasons', query: reasonsParameters, answer: typeOnly<ScoreReasons>() },
} as const satisfies Entries;
