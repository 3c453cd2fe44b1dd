import type { Translate } from '../language/messages.ts';
import { changeOf } from '../shared/before.ts';
import type { PortfolioRow } from './portfolio-row.ts';

/** Metrics that domains are filtered by; `null`: unknown. */
const metrics = {
  score: ({ seo_score }) => seo_score,
  score_change: ({ seo_score, score_before }) => changeOf(seo_score, score_before),
  rank: ({ tranco_rank }) => tranco_rank,
  rank_change: ({ tranco_rank, rank_before }) => changeOf(tranco_rank, rank_before),
  visits: ({ organic_etv }) => organic_etv,
  certificate: ({ certificate_days }) => certificate_days,
  registration: ({ registration_days }) => registration_days,
  site_health: ({ site }) => site?.health ?? null,
  site_errors: ({ site }) => site?.errors ?? null,
  site_warnings: ({ site }) => site?.warnings ?? null,
  failed: ({ failed_sources }) => failed_sources,
} satisfies Record<string, (row: PortfolioRow) => number | null>;

/** Properties that have any number of words. */
const words = {
  tag: ({ tags }) => tags,
  page: ({ updated_at, score_error }) => (updated_at === null ? [] : [score_error === null ? 'read' : 'failed']),
  crawl: ({ site }) => [site === null ? 'none' : site.complete ? 'complete' : 'limited'],
  state: ({ followed, blocked, excluded }) => [
    followed ? 'followed' : 'not_followed',
    ...(blocked ? ['blocked'] : []),
    ...(excluded ? ['excluded'] : []),
  ],
} satisfies Record<string, (row: PortfolioRow) => string[]>;

type MetricProperty = keyof typeof metrics;
type WordProperty = keyof typeof words;
export type Property = MetricProperty | WordProperty;

export const isMetric = (property: string): property is MetricProperty => Object.hasOwn(metrics, property);
export const isProperty = (property: string): property is Property =>
  isMetric(property) || Object.hasOwn(words, property);
export const properties = [...Object.keys(metrics), ...Object.keys(words)] as Property[];

/** All values of a property of words, except tags, which are free. */
export const fixedWords = {
  page: ['read', 'failed'],
  crawl: ['complete', 'limited', 'none'],
  state: ['followed', 'not_followed', 'blocked', 'excluded'],
} as const satisfies Partial<Record<WordProperty, readonly string[]>>;

export interface Condition {
  /** Of this version of the page or another one. */
  property: string;
  operator: string;
  value: string;
}

export interface Filter {
  conditions: readonly Condition[];
  /** One of the conditions suffices. */
  isAny: boolean;
}

export const metricOperators = ['<', '<=', '>', '>=', '=', '!='] as const;
export const wordOperators = ['=', '!='] as const;

/** Returns the rows that meet the conditions. An unknown metric meets no condition. */
export function filtered(rows: PortfolioRow[], { conditions, isAny }: Filter): PortfolioRow[] {
  if (conditions.length === 0) return rows;
  const tests = conditions.map(testOf);
  return rows.filter((row) => (isAny ? tests.some((test) => test(row)) : tests.every((test) => test(row))));
}

/** Returns the rows whose names contain a text, in any case. */
export function named(rows: PortfolioRow[], name: string): PortfolioRow[] {
  const part = name.trim().toLowerCase();
  return part === ''
    ? rows
    : rows.filter(({ domain, domain_unicode }) => domain.includes(part) || domain_unicode.includes(part));
}

function testOf({ property, operator, value }: Condition): (row: PortfolioRow) => boolean {
  if (!isProperty(property)) return () => false;
  if (isMetric(property)) {
    const compare = comparisons[operator] ?? (() => false);
    const valueOf = metrics[property];
    return (row) => {
      const metric = valueOf(row);
      return metric !== null && compare(metric, Number(value));
    };
  }
  const wordsOf = words[property];
  return (row) => wordsOf(row).includes(value) === (operator === '=');
}

const comparisons: Partial<Record<string, (metric: number, value: number) => boolean>> = {
  '=': (metric, value) => metric === value,
  '!=': (metric, value) => metric !== value && !Number.isNaN(value),
  '<': (metric, value) => metric < value,
  '<=': (metric, value) => metric <= value,
  '>': (metric, value) => metric > value,
  '>=': (metric, value) => metric >= value,
};

const SYMBOLS: Record<string, string> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '=': '=', '!=': '≠' };

/** The operator of a condition, in words or as a symbol. */
export function operatorText(property: string, operator: string, t: Translate): string {
  if (isMetric(property)) return SYMBOLS[operator] ?? operator;
  return operator === '=' ? t('domains.filters.is') : t('domains.filters.is_not');
}

/** A value of a property. Tags are shown as they are. */
export function valueText(property: string, value: string, t: Translate): string {
  const key = `domains.${property}s.${value}`;
  return t.has(key) ? t(key) : value;
}

/** A condition in words, such as `SEO score < 50`. */
export function conditionText({ property, operator, value }: Condition, t: Translate): string {
  const name = isProperty(property) ? t(`domains.properties.${property}`) : property;
  return `${name} ${operatorText(property, operator, t)} ${valueText(property, value, t)}`;
}
