import { jsonOrCsv } from '../shared/http/csv.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { noteFacts, sourceDurations } from '../shared/http/request-log.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createSuggestionCache } from '../shared/storage/suggestion-cache.ts';
import { findLongTail, type LongTailDependencies } from './find-long-tail.ts';
import { longTailTable } from './long-tail-table.ts';
import { longTailParameters } from './request.ts';
import { seoLongTailSettings } from './settings.ts';

const settings = readSettings(seoLongTailSettings);
const documents = createDocumentClient(createDynamoDB());

const deps: LongTailDependencies = {
  suggestions: createSuggestionCache(documents, settings.KEYWORDS_TABLE),
  disabled: settings.DISABLED_SOURCES,
  // Loaded only when engines are asked.
  ask: async (request, missing) => (await import('./ask-providers.ts')).ask(request, missing, documents, settings),
  now: Date.now,
};

/** `GET /api/v1/seo/long-tail`: longer forms of a seed keyword, in groups, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const answer = await findLongTail(readParameters(event, longTailParameters), deps);
  noteFacts(event, { cache_status: answer.cache_status, source_ms: sourceDurations(answer.sources) });
  return jsonOrCsv(event, { json: () => JSON.stringify(answer), csv: () => longTailTable(answer) });
}, settings);
