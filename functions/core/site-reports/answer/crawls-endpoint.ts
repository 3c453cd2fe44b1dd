import * as z from 'zod/mini';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { createCachedEndpoint, responseTo } from '../../platform/http/cached-endpoint.ts';
import { apiCallerOf } from '../../platform/http/caller.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { formatParameter } from '../../platform/http/parameters.ts';
import { type DomainSchema, storedQuery } from '../../platform/http/stored-query.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import type { OwnCrawlsSettings } from '../settings.ts';
import { crawlsTable, listCrawls } from '../lists/list-crawls.ts';
import { createSiteCrawls } from '../../crawls/store/site-crawls.ts';
import { ownerOfCaller } from './caller-owner.ts';

/** Parameters of `/api/v1/seo/site/crawls`. */
export const crawlsParameters = (domain: DomainSchema) => z.object({ domain, format: formatParameter() });

/** Answers with the stored crawls of a domain, as JSON or CSV. */
export function createSiteCrawlsEndpoint(settings: OwnCrawlsSettings): Endpoint {
  const db = createDynamoDB(settings);
  const crawls = createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now);
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);

  return createCachedEndpoint({
    ...storedQuery({
      parameters: crawlsParameters,
      find: async ({ domain }, event) =>
        listCrawls(domain, await ownerOfCaller(apiCallerOf(event), { db, settings }), crawls),
      isStored: () => true,
      isReachable,
    }),
    respond(event, { request: { format }, found }) {
      const data = JSON.stringify(found);
      return responseTo(event, {
        json: data,
        csv: { format, name: () => ['site-crawls', found.domain], table: () => crawlsTable(found) },
        revision: [data],
      });
    },
  });
}
