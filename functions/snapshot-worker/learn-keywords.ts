import { questionKind, seedOf } from '../shared/keywords/question-kind.ts';
import type { KeywordIndex } from '../shared/storage/keyword-index/keyword-index.ts';
import type { LearningRuns } from '../shared/storage/learning-runs.ts';
import type { StoredAnswers, SuggestionCache } from '../shared/storage/suggestion-cache.ts';
import type { LearnSuggestionsTask } from '../shared/storage/work-queue.ts';
import { factsOfAnswers } from '../shared/keyword-research/facts-of-answers.ts';
import { isLearned } from '../shared/keyword-research/find-suggestions.ts';

export interface LearnServices {
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
  const answers = [...stored].filter(([, answer]) => !isLearned(answer));
  await index.learn(answers.flatMap(([query, answer]) => factsOfAnswers(answer, locale, questionKind(query, seed))));
  await Promise.all(answers.map(([query, answer]) => suggestions.noteLearned(query, locale, newestOf(answer))));
  if (queuedAt !== undefined) await runs.end(locale.language, seed, queuedAt);
}

function newestOf({ learned_until: _, ...answers }: StoredAnswers): string {
  return Object.values(answers).reduce((newest, { at }) => (at > newest ? at : newest), '');
}
