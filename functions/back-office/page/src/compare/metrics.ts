import { betterOf as betterOfMetric, type MetricName } from '../../../../core/record/history-values.ts';
import type { ComparedDomain } from '../../../contract.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { metricValue } from '../shared/metric-value.ts';

/** The health of the site: the crawls have it, not the records of the domains. */
const SITE_HEALTH = 'site_health';

/** The metrics that are compared, in groups. An HTTP status is not compared. */
export const metricGroups = {
  scores: ['site_health', 'seo_score', 'site_score'],
  visibility: ['tranco_rank', 'open_page_rank', 'organic_etv', 'organic_count'],
  speed: ['lcp_p75_ms', 'inp_p75_ms', 'cls_p75', 'fcp_p75_ms', 'ttfb_p75_ms'],
  security: ['tls_days_remaining'],
  site: ['site_pages', 'site_broken_links', 'word_count', 'links_total'],
} as const satisfies Record<string, readonly (MetricName | typeof SITE_HEALTH)[]>;

export type MetricGroup = keyof typeof metricGroups;
export type ComparedMetric = (typeof metricGroups)[MetricGroup][number];

export const comparedMetrics: readonly ComparedMetric[] = Object.values(metricGroups).flat();

/** Metrics that are shown unless others are chosen. */
export const firstMetrics: readonly ComparedMetric[] = comparedMetrics.filter(
  (name) => !['fcp_p75_ms', 'ttfb_p75_ms', 'word_count', 'links_total'].includes(name),
);

/** Smaller differences are not real ones: a part of the best value, or an absolute difference. */
interface Judgement {
  share?: number;
  difference?: number;
}

const SHARE = 0.05;
const HEALTH_DIFFERENCE = 2;
/** Counts, such as of broken links, are not judged: they depend on the size of the site. */
const judgements: Partial<Record<ComparedMetric, Judgement>> = {
  site_health: { difference: HEALTH_DIFFERENCE },
  seo_score: { difference: 2 },
  site_score: { difference: 2 },
  tranco_rank: { share: SHARE },
  open_page_rank: { share: SHARE },
  organic_etv: { share: SHARE },
  organic_count: { share: SHARE },
  lcp_p75_ms: { share: SHARE },
  inp_p75_ms: { share: SHARE },
  cls_p75: { difference: 0.01 },
  fcp_p75_ms: { share: SHARE },
  ttfb_p75_ms: { share: SHARE },
};

/** Whether more or less of a metric is better. */
export const betterOf = (name: ComparedMetric) => (name === SITE_HEALTH ? 'more' : betterOfMetric(name));

/** Metrics from 0 to 100, which have the colour of their rating. */
export const isScore = (name: ComparedMetric) => ['site_health', 'seo_score', 'site_score'].includes(name);

/** The newest value of a metric; `null`: unknown. */
export const valueOf = ({ metrics, site }: ComparedDomain, name: ComparedMetric): number | null =>
  name === SITE_HEALTH ? site.health : (metrics?.[name] ?? null);

/**
 * Returns for each value whether it alone is the best.
 *
 * @param values `null`: unknown
 * @returns all `false` if another value hardly differs from the best one
 */
export function bestOf(name: ComparedMetric, values: readonly (number | null)[]): boolean[] {
  const judgement = judgements[name];
  const known = values.filter((value) => value !== null);
  if (!judgement || known.length < 2) return values.map(() => false);
  const best = betterOf(name) === 'more' ? Math.max(...known) : Math.min(...known);
  const least = judgement.difference ?? Math.abs(best) * judgement.share!;
  const isNear = (value: number) => value === best || Math.abs(value - best) < least;
  const isSingle = known.filter(isNear).length === 1;
  return values.map((value) => isSingle && value === best);
}

/** Whether a health alone is the lowest, and differs enough from the others. */
export const isLowestHealth = (value: number | null, values: readonly (number | null)[]) =>
  value !== null &&
  values.filter((other) => other !== null && other - value < HEALTH_DIFFERENCE).length === 1 &&
  values.some((other) => other !== null && other !== value);

/** Returns a value with its unit. */
export function formatMetric(name: ComparedMetric, value: number, format: Format, t: Translate): string {
  if (name === SITE_HEALTH) return t('ui.percent', { value });
  if (name === 'tls_days_remaining') return t('compare.days', { count: value });
  return metricValue(name, name === 'organic_etv' ? Math.round(value) : value, format, t);
}
