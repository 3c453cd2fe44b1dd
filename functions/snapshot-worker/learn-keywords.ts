import { questionKind, seedOf } from '../core/keywords/score.ts';
import type { KeywordIndex } from '../core/keywords/index/keyword-index.ts';
import type { LearningRuns } from '../core/keywords/research/learning-runs.ts';
import type { StoredAnswers, SuggestionCache } from '../core/keywords/research/suggestion-cache.ts';
import type { LearnSuggestionsTask } from '../core/platform/queues/work-queue.ts';
import { factsOfAnswers, isLearned } from '../core/keywords/research/find-suggestions.ts';

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
