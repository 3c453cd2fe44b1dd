import { endpoint } from '../shared/http/endpoint.ts';
import { noteFacts } from '../shared/http/request-log.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { createPageReader } from '../shared/storage/pages/page-reader.ts';
import { readCached } from './read-cached.ts';
import { respond } from './respond.ts';
import { seoPageSettings } from './settings.ts';

const settings = readSettings(seoPageSettings);
const { items, loadClient } = openDynamoDB(settings);
const pages = createPageReader(items, settings.PAGES_TABLE, Date.now);

/** `GET /api/v1/seo/page`: a cached answer costs one read; what only a miss needs is loaded on a miss. */
export const handler = endpoint(async (event) => {
  const now = Date.now();
  const cached = await readCached(event, pages, now);
  if (cached) {
    noteFacts(event, { cache_status: 'hit' });
    return respond(event, { ...cached, cacheStatus: 'hit' }, now);
  }

  const { answerMiss } = await import('./answer-miss.ts');
  return respond(event, await answerMiss(event, { client: await loadClient(), settings }), Date.now());
}, settings);
