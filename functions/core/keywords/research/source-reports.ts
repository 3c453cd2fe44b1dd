import type { SourceReport } from '../../record/record.ts';
import { isAnswered, isEngine, type Outcome } from './questions.ts';

/** A report on each engine and provider, in the order in which they were first asked. */
export function sourceReports(outcomes: Outcome[]): SourceReport[] {
  return [...Map.groupBy(outcomes, ({ id }) => id).values()].map(report);
}

function report(outcomes: Outcome[]): SourceReport {
  const { id } = outcomes[0]!;
  const known = outcomes.filter(({ at }) => at !== null);
  const failed = outcomes.find((outcome) => !isAnswered(outcome));
  const isProvider = id === 'dataforseo';
  return {
    id,
    status: statusOf(outcomes),
    fields: isProvider
      ? ['search_volume', 'cpc_usd', 'competition', 'keyword_difficulty', 'intent']
      : ['engines', 'ranks'],
    fetched_at: known.map(({ at }) => at!).toSorted()[0] ?? null,
    from_cache: known.length > 0 && known.every(({ from_cache }) => from_cache),
    http_status: (failed ?? known[0])?.http_status ?? null,
    duration_ms: longest(outcomes),
    error: failed?.error ?? null,
    attribution: isProvider ? 'DataForSEO (https://dataforseo.com)' : null,
  };
}

/** @returns why no engine answered, by engine */
export function reasonsOf(outcomes: Outcome[]): Record<string, string> {
  const reports = sourceReports(outcomes.filter(isEngine));
  return Object.fromEntries(reports.map(({ id, status, error }) => [id, error?.code ?? status]));
}

function statusOf(outcomes: Outcome[]): Outcome['status'] {
  const failed = outcomes.find((outcome) => !isAnswered(outcome));
  if (failed) return outcomes.some(isAnswered) ? 'partial' : failed.status;
  return outcomes.some(({ status }) => status === 'ok') ? 'ok' : 'empty';
}

function longest(outcomes: Outcome[]): number | null {
  const durations = outcomes.flatMap(({ duration_ms }) => duration_ms ?? []);
  return durations.length > 0 ? Math.max(...durations) : null;
}
