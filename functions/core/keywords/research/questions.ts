import { engineIds } from '../choices.ts';
import type { SourceError } from '../../record/source-answer.ts';
import type { SourceReport, SourceStatus } from '../../record/record.ts';
import type { Answerer, StoredAnswers } from './suggestion-cache.ts';

/** A question to an engine (its suggestions) or to a provider (related keywords with metrics). */
export interface Question {
  id: Answerer;
  /** In the normal form. */
  query: string;
  /** Where another engine has answered it before, this one is not asked. */
  orAnother?: boolean;
}

/** The result of a question. */
export interface Outcome extends Question {
  status: SourceStatus;
  /** When it was answered; ISO 8601 time. */
  at: string | null;
  from_cache: boolean;
  http_status: number | null;
  duration_ms: number | null;
  error: SourceError | null;
}

/** @returns the outcome of a question that was answered before, or `null` */
export function outcomeInCache({ id, query }: Question, answers: StoredAnswers | undefined): Outcome | null {
  const answer = answers?.[id];
  if (!answer) return null;
  const found = 'phrases' in answer ? answer.phrases.length : answer.keywords.length;
  const { at, http_status } = answer;
  const status = found > 0 ? 'ok' : 'empty';
  return { id, query, status, at, from_cache: true, http_status, duration_ms: null, error: null };
}

/** @returns the outcome of a question that was not asked this time, or that another caller is asking */
export function outcomeNotAsked({ id, query }: Question): Outcome {
  const unknown = { id, query, at: null, from_cache: false, http_status: null, duration_ms: null };
  if (id !== 'dataforseo') return { ...unknown, status: 'pending', error: null };
  const message = 'Was not asked together with the engines; refresh=1 asks it where it is configured';
  return { ...unknown, status: 'skipped', error: { code: 'not_asked', message, retryable: false } };
}

/** @returns the question to the engine whose answer is stored, where any will do */
export function toWhoAnswered(question: Question, answers: StoredAnswers | undefined): Question {
  if (!question.orAnother || !answers || answers[question.id]) return question;
  const id = engineIds.find((engine) => answers[engine]);
  return id ? { ...question, id } : question;
}

/** An earlier answer stays when asking again fails: a failure never erases data. */
export function overEarlier(failed: Outcome, earlier: Outcome | null): Outcome {
  return earlier && !isAnswered(failed) ? { ...failed, at: earlier.at, from_cache: true } : failed;
}

export const isEngine = ({ id }: Question) => id !== 'dataforseo';

export const isAnswered = ({ status }: Outcome) => status === 'ok' || status === 'empty';

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
