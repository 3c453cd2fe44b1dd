import type { Endpoint } from '../../http/endpoint.ts';
import { parseHostOverrides } from '../../network/host-overrides.ts';
import { answerPages } from '../../site-audits/answer-pages.ts';
import { keepingRows } from '../../site-audits/keeping-rows.ts';
import { openDynamoDB } from '../../storage/dynamodb/open-dynamodb.ts';
import { createSiteCrawls } from '../../storage/site-crawls/site-crawls.ts';
import { findPages } from './find-pages.ts';
import type { SitePagesSettings } from '../../settings/settings.ts';

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
