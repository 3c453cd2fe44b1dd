import { type EngineId, engineIds, enginesOf, type Locale } from '../engine-id.ts';
import { type KeywordFacts, mergeAll, newFacts } from '../facts.ts';
import type { Seed } from '../keyword.ts';
import { languageOfAnswer } from '../../analysis/words/language.ts';
import { charCount, NO_TEXT, normaliseKeyword } from '../../analysis/words/words.ts';
import type { QuestionKind } from '../score.ts';
import type { StoredAnswers } from './suggestion-cache.ts';

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
export function seedOfAnswers(answers: StoredAnswers | undefined, locale: Locale): Seed {
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
