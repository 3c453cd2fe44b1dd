import type { Endpoint } from '../platform/http/endpoint.ts';
import { noteFacts } from '../platform/http/request-log.ts';
import { openDynamoDB } from '../platform/dynamodb/open-dynamodb.ts';
import { createPages } from './pages.ts';
import { readCached, respond } from './answer.ts';
import type { PageSettings } from '../platform/settings/settings.ts';

/** What answers with the audit of a page: a cached answer costs one read; what only a miss needs is loaded on a miss. */
export function openPage(settings: PageSettings): Endpoint {
  const db = openDynamoDB(settings);
  const pages = createPages(db, settings.PAGES_TABLE, Date.now);

  return async (event) => {
    const now = Date.now();
    const cached = await readCached(event, pages, now);
    if (cached) {
      noteFacts(event, { cache_status: 'hit' });
      return respond(event, { ...cached, cacheStatus: 'hit' }, now);
    }

    const { answerMiss } = await import('./answer-miss.ts');
    return respond(event, await answerMiss(event, { db, settings }), Date.now());
  };
}
