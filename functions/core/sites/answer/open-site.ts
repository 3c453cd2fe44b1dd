import type { Endpoint } from '../../platform/http/endpoint.ts';
import { answerAudit, readStored } from './answer-stored.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { createSiteCrawls } from '../store/site-crawls.ts';
import type { SiteSettings } from '../../platform/settings/settings.ts';

/** What answers with the audit of a site: an answer that begins nothing costs one read, and loads nothing else. */
export function openSite(settings: SiteSettings): Endpoint {
  const db = openDynamoDB(settings);
  const reader = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);

  return async (event) => {
    const isDelete = event.httpMethod === 'DELETE';
    const stored = isDelete ? null : await readStored(event, reader, settings.MAX_CRAWL_PAGES);
    if (stored) return answerAudit(event, stored.crawls, stored, Date.now());

    const { answerCancelled, answerQuery } = await import('./answer-query.ts');
    const found = await (isDelete ? answerCancelled : answerQuery)(event, { db, settings });
    return answerAudit(event, found.crawls, found, Date.now());
  };
}
