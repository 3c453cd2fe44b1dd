import { engineIds } from '../engine-id.ts';
import type { SourceError } from '../../record/source-answer.ts';
import type { SourceStatus } from '../../record/record.ts';
import type { Answerer, StoredAnswers } from './suggestion-cache.ts';

/** A question to an engine (its suggestions) or to a provider (related keywords with figures). */
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
