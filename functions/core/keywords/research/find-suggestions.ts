import { type EngineId, engineIds, enginesOf, type Locale } from '../choices.ts';
import { type KeywordFacts, mergeAll, newFacts, type Seed } from '../keyword.ts';
import { questionKind, type QuestionKind } from '../score.ts';
import type { StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
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
import { languageOfAnswer } from '../../analysis/words/language.ts';
import { NO_TEXT, normaliseKeyword, charCount } from '../../analysis/words/words.ts';

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

/** Longest keyword, in characters: it is a key of the table, which may have 1,024 octets. */
const LONGEST = 200;

/**
 * The facts about keywords in the answers to one question. An engine that answered without suggesting a keyword is
 * counted as asked.
 *
 * @param kind of the question
 * @returns each keyword once
 */
export function factsOfAnswers(answers: StoredAnswers, locale: Locale, kind: QuestionKind): KeywordFacts[] {
  const asked = engineIds.filter((engine) => answers[engine]).toSorted();
  const suggested = asked.flatMap((engine) => suggestedBy(engine, answers[engine]!, locale));
  const facts = suggested.map((finding): KeywordFacts => ({
    ...finding,
    asked,
    short_ranks: kind === 'modifier' ? {} : finding.ranks,
  }));
  return [...mergeAll([...facts, ...measured(answers.dataforseo, locale)]).values()];
}

/** @returns what scores about a seed are compared with, by the answers to the seed itself */
function seedOfAnswers(answers: StoredAnswers | undefined, locale: Locale): Seed {
  const engines = enginesOf(locale.language);
  const answered = engines.filter((engine) => answers?.[engine]?.phrases.length);
  const facts = factsOfAnswers(answers ?? {}, locale, 'seed').filter(({ ranks }) => Object.keys(ranks).length > 0);
  return {
    places: new Map(facts.map(({ keyword, ranks }) => [keyword, ranks])),
    engines: answered.length || engines.length,
  };
}

function suggestedBy(engine: EngineId, { at, phrases }: NonNullable<StoredAnswers[EngineId]>, locale: Locale) {
  const keywords = phrases.map(normaliseKeyword);
  return keywords.flatMap((keyword, index): KeywordFacts[] =>
    isStorable(keyword)
      ? [{ ...newFacts(keyword, languageOf(keyword, locale), at), ranks: { [engine]: index + 1 } }]
      : [],
  );
}

function measured(metrics: StoredAnswers['dataforseo'], locale: Locale): KeywordFacts[] {
  if (!metrics) return [];
  return metrics.keywords.flatMap(({ keyword: phrase, ...figures }): KeywordFacts[] => {
    const keyword = normaliseKeyword(phrase);
    if (!isStorable(keyword)) return [];
    const facts = newFacts(keyword, languageOf(keyword, locale), metrics.at);
    return [{ ...facts, metrics: { ...figures, fetched_at: metrics.at } }];
  });
}

const isStorable = (keyword: string) => keyword !== '' && charCount(keyword) <= LONGEST && !keyword.includes(NO_TEXT);

const languageOf = (keyword: string, { language }: Locale) => languageOfAnswer(keyword, language);
