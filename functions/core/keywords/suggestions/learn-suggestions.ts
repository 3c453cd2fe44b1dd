import { queryKind, seedOf } from '../score.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import type { LearningRuns } from './learning-runs.ts';
import type { SuggestionCache } from './suggestion-cache.ts';
import type { LearnSuggestionsTask } from '../tasks.ts';
import { factsOfAnswers, isLearned, newestAnswerAt } from './find-suggestions.ts';

interface LearnServices {
  index: KeywordIndex;
  suggestions: SuggestionCache;
  runs: Pick<LearningRuns, 'end'>;
}

/** Adds the keywords of stored suggestions to the index. A repeated message changes nothing. */
export async function learnSuggestions(
  { queries, locale, queuedAt }: LearnSuggestionsTask,
  { index, suggestions, runs }: LearnServices,
): Promise<void> {
  const seed = seedOf(queries);
  const stored = await suggestions.read(queries, locale);
  const answers = [...stored]
    .map(([query, answer]) => ({ query, answer, kind: queryKind(query, seed) }))
    .filter(({ answer, kind }) => !isLearned(answer, kind));
  await index.learn(answers.flatMap(({ answer, kind }) => factsOfAnswers(answer, locale, kind)));
  await Promise.all(
    answers.map(({ query, answer, kind }) => suggestions.recordLearned(query, locale, kind, newestAnswerAt(answer))),
  );
  if (queuedAt !== undefined) await runs.end(locale.language, seed, queuedAt);
}
