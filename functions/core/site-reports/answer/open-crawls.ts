import * as z from 'zod/mini';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import { formatParameter, readParameters } from '../../platform/http/parameters.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { SiteCrawlsSettings } from '../../platform/settings/settings.ts';
import { crawlsTable, listCrawls } from '../lists/list-crawls.ts';
import { createSiteCrawls } from '../../crawls/store/site-crawls.ts';
import { ownerOfCaller } from './caller-owner.ts';
import { type DomainSchema, findStored } from './find-stored.ts';

/** Parameters of `/api/v1/seo/site/crawls`. */
export const crawlsParameters = (domain: DomainSchema) => z.object({ domain, format: formatParameter() });

/** Answers with the stored crawls of a domain, as JSON or CSV. */
export function openSiteCrawls(settings: SiteCrawlsSettings): Endpoint {
  const db = openDynamoDB(settings);
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);

  return async (event) => {
    const owner = await ownerOfCaller(event, { db, settings });
    const find = async (domainSchema: DomainSchema) => {
      const { domain, format } = readParameters(event, crawlsParameters(domainSchema));
      return { found: await listCrawls(domain, owner, crawls), format };
    };
    const { found, format } = await findStored(find, () => true, isReachable);
    const data = JSON.stringify(found);
    const answer = jsonOrCsv(event, {
      format,
      name: () => ['site-crawls', found.domain],
      json: () => data,
      csv: () => crawlsTable(found),
    });
    return unlessKnown(event, weakEtag(String(answer.headers?.['Content-Type']), data), answer);
  };
}
