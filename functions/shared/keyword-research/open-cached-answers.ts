import type { ItemClientSettings, SuggestionSettings } from '../settings/settings.ts';
import { createDocumentReader } from '../storage/dynamodb/document-reader.ts';
import { openDynamoDB } from '../storage/dynamodb/open-dynamodb.ts';
import { createLearningRunReader } from '../storage/learning-runs/learning-run-reader.ts';
import { createReadyAnswers } from '../storage/ready-answers.ts';
import { type CachedAnswersOptions, createCachedAnswers } from './cached-answer.ts';

/** Puts together, from the settings, what an endpoint of keywords takes to answer from the cache. */
export function openCachedAnswers(
  settings: ItemClientSettings & SuggestionSettings,
  { file, isSame }: Pick<CachedAnswersOptions, 'file' | 'isSame'>,
) {
  const { items, loadClient } = openDynamoDB(settings);
  const reader = createDocumentReader(items);
  const runs = createLearningRunReader(reader, settings.KEYWORDS_TABLE, Date.now);
  const answers = createReadyAnswers(items, settings.COORDINATION_TABLE, Date.now);
  const cached = createCachedAnswers({ answers, runs, isSame, file, disabled: settings.DISABLED_SOURCES });
  return { reader, runs, cached, loadClient };
}
