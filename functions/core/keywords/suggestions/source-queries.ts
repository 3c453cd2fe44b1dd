import { engineIds } from '../choices.ts';
import type { SourceError } from '../../record/source-answer.ts';
import type { SourceReport, SourceStatus } from '../../record/record.ts';
import type { SuggestionSource, StoredAnswers } from './suggestion-cache.ts';

/** A query to an engine (suggestions) or to a provider (related keywords with metrics). */
export interface SourceQuery {
  id: SuggestionSource;
  /** In the normal form. */
  query: string;
  /** Whether a stored answer of another engine suffices. */
  orAnother?: boolean;
}

/** The outcome of a query. */
export interface Outcome extends SourceQuery {
  status: SourceStatus;
  /** When it was answered; ISO 8601 time. */
  at: string | null;
  from_cache: boolean;
  http_status: number | null;
  duration_ms: number | null;
  error: SourceError | null;
}

/** @returns the outcome of a query with a stored answer, or `null` */
export function outcomeInCache({ id, query }: SourceQuery, answers: StoredAnswers | undefined): Outcome | null {
  const answer = answers?.[id];
  if (!answer) return null;
  const found = 'phrases' in answer ? answer.phrases.length : answer.keywords.length;
  const { at, http_status } = answer;
  const status = found > 0 ? 'ok' : 'empty';
  return { id, query, status, at, from_cache: true, http_status, duration_ms: null, error: null };
}

/** @returns the outcome of a query that was not sent this time, or that another caller is sending */
export function outcomeNotRequested({ id, query }: SourceQuery): Outcome {
  const unknown = { id, query, at: null, from_cache: false, http_status: null, duration_ms: null };
  if (id !== 'dataforseo') return { ...unknown, status: 'pending', error: null };
  const message = 'Not requested together with the engines; refresh=1 requests it if it is configured';
  return { ...unknown, status: 'skipped', error: { code: 'not_asked', message, retryable: false } };
}

/** @returns the query to an engine with a stored answer, if any engine suffices */
export function toStoredSource(sourceQuery: SourceQuery, answers: StoredAnswers | undefined): SourceQuery {
  if (!sourceQuery.orAnother || !answers || answers[sourceQuery.id]) return sourceQuery;
  const id = engineIds.find((engine) => answers[engine]);
  return id ? { ...sourceQuery, id } : sourceQuery;
}

/** Returns the earlier answer if a refresh failed: a failure never deletes data. */
export function keepEarlierAnswer(failed: Outcome, earlier: Outcome | null): Outcome {
  return earlier && !isAnswered(failed) ? { ...failed, at: earlier.at, from_cache: true } : failed;
}

export const isEngine = ({ id }: SourceQuery) => id !== 'dataforseo';

export const isAnswered = ({ status }: Outcome) => status === 'ok' || status === 'empty';

/** Returns a report on each engine and provider, in the order of their first query. */
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
