import { endpoint } from '../shared/http/endpoint.ts';
import { plainFormat } from '../shared/http/plain-format.ts';
import { createCachedAnswers } from '../shared/keyword-research/cached-answer.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createDocumentReader } from '../shared/storage/dynamodb/document-reader.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { createLearningRunReader } from '../shared/storage/learning-runs/learning-run-reader.ts';
import { createReadyAnswers } from '../shared/storage/ready-answers.ts';
import { respond } from './respond.ts';
import { seoKeywordsSettings } from './settings.ts';

const settings = readSettings(seoKeywordsSettings);
const { items, loadClient } = openDynamoDB(settings);
const reader = createDocumentReader(items);
const runs = createLearningRunReader(reader, settings.KEYWORDS_TABLE, Date.now);
const cached = createCachedAnswers({
  answers: createReadyAnswers(items, settings.COORDINATION_TABLE, Date.now),
  runs,
  // Whatever is learnt in the language may belong to the answer.
  isSame: (made, now) => !now.isAny && made.changes === now.changes,
  file: import.meta.filename,
  disabled: settings.DISABLED_SOURCES,
});

/** `GET /api/v1/seo/keywords`: keywords by their words, by domain, or both, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const format = plainFormat(event);
  const known = format === null ? null : await cached.find(event);
  if (known !== null) return respond(event, known, format ?? undefined);
  const { answerNow } = await import('./answer-now.ts');
  return answerNow(event, { reader, runs, cached, loadClient, settings });
}, settings);
