import { jsonOrCsv } from '../shared/http/csv.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { noteFacts, sourceDurations } from '../shared/http/request-log.ts';
import { createDocumentReader } from '../shared/storage/dynamodb/document-reader.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createSuggestionReader } from '../shared/storage/suggestions/suggestion-reader.ts';
import { findLongTail, type LongTailDependencies } from './find-long-tail.ts';
import { longTailTable } from './long-tail-table.ts';
import { longTailParameters } from './request.ts';
import { seoLongTailSettings } from './settings.ts';

const settings = readSettings(seoLongTailSettings);
const { items, loadClient } = openDynamoDB(settings);

const deps: LongTailDependencies = {
  suggestions: createSuggestionReader(createDocumentReader(items), settings.KEYWORDS_TABLE),
  disabled: settings.DISABLED_SOURCES,
  async ask(request, missing) {
    const { ask } = await import('./ask-providers.ts');
    return ask(request, missing, await loadClient(), settings);
  },
  now: Date.now,
};

/** `GET /api/v1/seo/long-tail`: longer forms of a seed keyword, in groups, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const { format, ...request } = readParameters(event, longTailParameters);
  const answer = await findLongTail(request, deps);
  noteFacts(event, { cache_status: answer.cache_status, source_ms: sourceDurations(answer.sources) });
  const name = ['long-tail', answer.keyword, answer.language];
  return jsonOrCsv(event, { format, name, json: () => JSON.stringify(answer), csv: () => longTailTable(answer) });
}, settings);
