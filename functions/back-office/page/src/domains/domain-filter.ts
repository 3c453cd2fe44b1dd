import { changeOf } from '../shared/before.ts';
import type { PortfolioRow } from './portfolio-row.ts';

/** What domains are filtered by: a figure, or what a list of words has. */
export const figures = {
  score: ({ seo_score }) => seo_score,
  score_change: ({ seo_score, score_before }) => changeOf(seo_score, score_before),
  rank: ({ tranco_rank }) => tranco_rank,
  rank_change: ({ tranco_rank, rank_before }) => changeOf(tranco_rank, rank_before),
  visits: ({ organic_etv }) => organic_etv,
  certificate: ({ certificate_days }) => certificate_days,
  registration: ({ registration_days }) => registration_days,
  site_errors: ({ site }) => site?.errors ?? null,
  site_warnings: ({ site }) => site?.warnings ?? null,
  failed: ({ failed_sources }) => failed_sources,
} satisfies Record<string, (row: PortfolioRow) => number | null>;
export const words = {
  tag: ({ tags }) => tags,
  page: ({ updated_at, score_error }) => (updated_at === null ? [] : [score_error === null ? 'read' : 'failed']),
  state: ({ followed, blocked }) => [followed ? 'followed' : 'not_followed', ...(blocked ? ['blocked'] : [])],
} satisfies Record<string, (row: PortfolioRow) => string[]>;
export type FigureProperty = keyof typeof figures;
export type WordProperty = keyof typeof words;

/** A condition; its members have the names of the component library. */
export interface Condition {
  propertyKey: string;
  operator: string;
  value: string;
}

export interface Filter {
  tokens: readonly Condition[];
  /** Whether all of them must be met, or one. */
  operation: 'and' | 'or';
}

export const figureOperators = ['=', '!=', '<', '<=', '>', '>='] as const;
export const wordOperators = ['=', '!='] as const;

/** The rows that a query leaves. A figure that is not known passes no comparison. */
export function filtered(rows: PortfolioRow[], { tokens, operation }: Filter): PortfolioRow[] {
  if (tokens.length === 0) return rows;
  const tests = tokens.map(testOf);
  return rows.filter((row) =>
    operation === 'or' ? tests.some((test) => test(row)) : tests.every((test) => test(row)),
  );
}

/** The rows whose names have a text in them, in any case. */
export function named(rows: PortfolioRow[], name: string): PortfolioRow[] {
  const part = name.trim().toLowerCase();
  return part === ''
    ? rows
    : rows.filter(({ domain, domain_unicode }) => domain.includes(part) || domain_unicode.includes(part));
}

function testOf({ propertyKey, operator, value }: Condition): (row: PortfolioRow) => boolean {
  if (Object.hasOwn(figures, propertyKey)) {
    const compare = comparisons[operator] ?? (() => false);
    const read = figures[propertyKey as FigureProperty];
    return (row) => {
      const figure = read(row);
      return figure !== null && compare(figure, Number(value));
    };
  }
  if (!Object.hasOwn(words, propertyKey)) return () => false;
  const read = words[propertyKey as WordProperty];
  return (row) => read(row).includes(value) === (operator === '=');
}

const comparisons: Partial<Record<string, (figure: number, value: number) => boolean>> = {
  '=': (figure, value) => figure === value,
  '!=': (figure, value) => figure !== value && !Number.isNaN(value),
  '<': (figure, value) => figure < value,
  '<=': (figure, value) => figure <= value,
  '>': (figure, value) => figure > value,
  '>=': (figure, value) => figure >= value,
};
