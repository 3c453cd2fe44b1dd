import type { Locale } from '../engine-id.ts';
import { type KeywordFacts, mergeAll } from '../facts.ts';
import type { Seed } from '../keyword.ts';
import { questionKind } from '../question-kind.ts';
import type { StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
import { factsOfAnswers, seedOfAnswers } from './facts-of-answers.ts';
import {
  isAnswered,
  isEngine,
  type Outcome,
  outcomeInCache,
  outcomeNotAsked,
  overEarlier,
  type Question,
  toWhoAnswered,
} from './questions.ts';

export interface SuggestionRequest {
  /** Name of the lease: concurrent callers with the same name ask the engines once. */
  name: string;
  /** What all questions are made of; one of them itself. In the normal form. */
  seed: string;
  questions: Question[];
  locale: Locale;
  /** Ask again what was answered before. */
  refresh: boolean;
  /** Nobody is asked, whatever has no answer. */
  storedOnly?: boolean;
}

/** Answers of engines and providers, stored or new. */
export interface Suggestions {
  /** One for each question. */
  outcomes: Outcome[];
  /** Each keyword once. */
  facts: KeywordFacts[];
  /** What was answered to the seed itself. */
  seed: Seed;
  /** The keywords of all answers are in the index. */
  isLearned: boolean;
  cacheStatus: 'hit' | 'miss' | 'refreshed';
}

interface Dependencies {
  suggestions: Pick<SuggestionCache, 'read'>;
  /**
   * Asks the missing questions of a request, and stores the answers.
   *
   * @returns the outcomes; none for questions that another caller asked
   */
  ask: (request: SuggestionRequest, missing: Question[]) => Promise<Outcome[]>;
}

/**
 * Answers questions from the permanent cache, and asks only those that were never answered. A paid provider is asked
 * only when engines are asked as well.
 */
export async function findSuggestions(
  request: SuggestionRequest,
  { suggestions, ask }: Dependencies,
): Promise<Suggestions> {
  const { locale, refresh, storedOnly = false } = request;
  const queries = [...new Set([request.seed, ...request.questions.map(({ query }) => query)])];
  const before = await suggestions.read(queries, locale);
  const questions = refresh
    ? request.questions
    : request.questions.map((question) => toWhoAnswered(question, before.get(question.query)));
  const resolved = { ...request, questions };
  const missing = questions.filter(({ id, query }) => refresh || !before.get(query)?.[id]);
  if (storedOnly || !missing.some(isEngine)) return compose(resolved, [], before);

  const asked = await ask(request, missing);
  return compose(resolved, asked, await suggestions.read(queries, locale));
}

function compose(request: SuggestionRequest, asked: Outcome[], answers: Map<string, StoredAnswers>): Suggestions {
  const { questions, locale, refresh } = request;
  const news = new Map(asked.map((outcome) => [keyOf(outcome), outcome]));
  const outcomes = questions.map((question) => {
    const cached = outcomeInCache(question, answers.get(question.query));
    const outcome = news.get(keyOf(question));
    return outcome ? overEarlier(outcome, cached) : (cached ?? outcomeNotAsked(question));
  });
  const facts = mergeAll(
    [...answers].flatMap(([query, stored]) => factsOfAnswers(stored, locale, questionKind(query, request.seed))),
  );
  const isNews = asked.some((outcome) => isEngine(outcome) && isAnswered(outcome));
  return {
    outcomes,
    facts: [...facts.values()],
    seed: seedOfAnswers(answers.get(request.seed), locale),
    isLearned: [...answers.values()].every(isLearned),
    cacheStatus: isNews ? (refresh ? 'refreshed' : 'miss') : 'hit',
  };
}

/** Whether the keywords of all answers to a question are in the index. */
export function isLearned({ learned_until = '', ...answers }: StoredAnswers): boolean {
  return Object.values(answers).every(({ at }) => at <= learned_until);
}

const keyOf = ({ id, query }: Question) => `${id} ${query}`;
