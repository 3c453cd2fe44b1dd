import type { ItemClientSettings, SuggestionSettings } from '../../platform/settings/settings.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { createLearningRuns } from './learning-runs.ts';
import { createReadyAnswers } from '../ready-answers.ts';
import { type CachedAnswersOptions, createCachedAnswers } from './cached-answer.ts';

/** Puts together, from the settings, what an endpoint of keywords takes to answer from the cache. */
export function openCachedAnswers(
  settings: ItemClientSettings & SuggestionSettings,
  { file, isSame }: Pick<CachedAnswersOptions, 'file' | 'isSame'>,
) {
  const db = openDynamoDB(settings);
  const runs = createLearningRuns(db, settings.KEYWORDS_TABLE, Date.now);
  const answers = createReadyAnswers(db, settings.COORDINATION_TABLE, Date.now);
  const cached = createCachedAnswers({ answers, runs, isSame, file, disabled: settings.DISABLED_SOURCES });
  return { db, runs, cached };
}
