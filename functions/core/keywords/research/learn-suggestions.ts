import { queryKind, seedOf } from '../score.ts';
import type { KeywordIndex } from '../index/keyword-index.ts';
import type { LearningRuns } from './learning-runs.ts';
import type { StoredAnswers, SuggestionCache } from './suggestion-cache.ts';
import type { LearnSuggestionsTask } from '../../platform/queues/work-queue.ts';
import { factsOfAnswers, isLearned } from './find-suggestions.ts';

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
  const answers = [...stored].filter(([, answer]) => !isLearned(answer));
  await index.learn(answers.flatMap(([query, answer]) => factsOfAnswers(answer, locale, queryKind(query, seed))));
  await Promise.all(answers.map(([query, answer]) => suggestions.recordLearned(query, locale, newestOf(answer))));
  if (queuedAt !== undefined) await runs.end(locale.language, seed, queuedAt);
}

function newestOf({ learned_until: _, ...answers }: StoredAnswers): string {
  return Object.values(answers).reduce((newest, { at }) => (at > newest ? at : newest), '');
}
