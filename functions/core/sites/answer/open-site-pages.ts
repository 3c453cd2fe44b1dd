import * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { answerPages, cacheRows, listPages } from '../audits/list-pages.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { type CrawlReader, createSiteCrawls } from '../store/site-crawls.ts';
import type { SitePagesSettings } from '../../platform/settings/settings.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import { isError } from '../../platform/http/errors.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import type { SitePagesAnswer } from '../../record/site-schema.ts';
import { sitePagesParameters } from '../audits/query-audit.ts';

/** Creates the endpoint that returns pages of the last crawl of a site that has ended, as JSON or CSV. */
export function openSitePages(settings: SitePagesSettings): Endpoint {
  const db = openDynamoDB(settings);
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const services = {
    crawls: cacheRows(createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now)),
    isReachable: (host: string) => overrides.find(host) !== null,
  };

  return async (event) => {
    const { found, format } = await findPages(event, services);
    return answerPages(event, found, { format });
  };
}

const uncheckedParameters = sitePagesParameters(z.pipe(z.pipe(z.string(), z.transform(uncheckedName)), z.string()));

type PagesQuery = z.output<typeof uncheckedParameters>;

interface FoundPages extends Pick<PagesQuery, 'format'> {
  found: SitePagesAnswer;
}

interface Services {
  crawls: CrawlReader;
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
}

/**
 * Finds the requested pages. A domain is validated before its crawl begins: if a crawl of it has ended, it needs no
 * validation, and the module that validates it is not loaded.
 *
 * @throws {ServiceError} invalid_parameter listing every parameter that is invalid, unknown or given more than once
 */
export async function findPages(event: APIGatewayProxyEvent, { crawls, isReachable }: Services): Promise<FoundPages> {
  const unchecked = await findUnchecked(event, crawls);
  if (unchecked && unchecked.found.finished_at !== null) return unchecked;
  const { domainParameter } = await import('../../platform/names/address-parameters.ts');
  return find(readParameters(event, sitePagesParameters(domainParameter(isReachable))), crawls);
}

/** @returns `null` if a parameter is invalid; only the validation of all of them reports which */
async function findUnchecked(event: APIGatewayProxyEvent, crawls: CrawlReader): Promise<FoundPages | null> {
  try {
    return await find(readParameters(event, uncheckedParameters), crawls);
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return null;
    throw error;
  }
}

async function find({ format, ...request }: PagesQuery, crawls: CrawlReader): Promise<FoundPages> {
  return { found: await listPages(request, crawls), format };
}
