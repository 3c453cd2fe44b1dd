import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { answerPages } from '../audits/answer-pages.ts';
import { keepingRows } from '../audits/keeping-rows.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { createSiteCrawls } from '../store/site-crawls.ts';
import { findPages } from './find-pages.ts';
import type { SitePagesSettings } from '../../platform/settings/settings.ts';

/** What answers with pages of the last crawl of a site that has ended, as JSON or CSV. */
export function openSitePages(settings: SitePagesSettings): Endpoint {
  const db = openDynamoDB(settings);
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const services = {
    crawls: keepingRows(createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now)),
    isReachable: (host: string) => overrides.find(host) !== null,
  };

  return async (event) => {
    const { found, format } = await findPages(event, services);
    return answerPages(event, found, { format });
  };
}
