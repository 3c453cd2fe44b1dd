import type { Locale } from '../engines/engine.ts';
import { type KeywordFacts, mergeAll } from '../keywords/facts.ts';
import type { StoredAnswers, SuggestionCache } from '../storage/suggestion-cache.ts';
import { factsOfAnswers } from './facts-of-answers.ts';
import { type Outcome, outcomeInCache, outcomeNotAsked, type Question } from './questions.ts';

export interface SuggestionRequest {
  /** Names what is asked for, so that many callers who ask the same at once ask the engines once. */
  name: string;
  questions: Question[];
  locale: Locale;
  /** Ask anew what was answered before. */
  refresh: boolean;
}

/** What engines and providers say to the questions, now or before. */
export interface Suggestions {
  /** One for each question. */
  outcomes: Outcome[];
  /** Each keyword once. */
  facts: KeywordFacts[];
  cacheStatus: 'hit' | 'miss' | 'refreshed';
}

interface Dependencies {
  suggestions: SuggestionCache;
  /** Asks questions and keeps the answers. @returns what came of them; of those that another caller asked, nothing */
  ask: (request: SuggestionRequest) => Promise<Outcome[]>;
}

/**
 * Answers questions from the permanent cache, and asks those alone that were never answered: what failed is completed,
 * not repeated. A provider that costs money is asked together with engines, never for itself.
 */
export async function findSuggestions(
  request: SuggestionRequest,
  { suggestions, ask }: Dependencies,
): Promise<Suggestions> {
  const { questions, locale, refresh } = request;
  const queries = questions.map(({ query }) => query);
  const before = await suggestions.read(queries, locale);
  const missing = questions.filter(({ id, query }) => refresh || !before.get(query)?.[id]);
  if (!missing.some(({ id }) => id !== 'dataforseo')) return { ...compose(request, [], before), cacheStatus: 'hit' };

  const asked = await ask({ ...request, questions: missing });
  const answers = await suggestions.read(queries, locale);
  return { ...compose(request, asked, answers), cacheStatus: refresh ? 'refreshed' : 'miss' };
}

function compose({ questions, locale }: SuggestionRequest, asked: Outcome[], answers: Map<string, StoredAnswers>) {
  const news = new Map(asked.map((outcome) => [keyOf(outcome), outcome]));
  const outcomes = questions.map(
    (question) =>
      news.get(keyOf(question)) ?? outcomeInCache(question, answers.get(question.query)) ?? outcomeNotAsked(question),
  );
  const facts = mergeAll([...answers.values()].flatMap((told) => factsOfAnswers(told, locale)));
  return { outcomes, facts: [...facts.values()] };
}

const keyOf = ({ id, query }: Question) => `${id} ${query}`;
