import type * as z from 'zod/mini';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { listIssues, listLinks, siteIssuesTable, siteLinksTable } from '../lists/list-evidence.ts';
import { answerList, cacheRows, listPages, pagesTable } from '../lists/list-pages.ts';
import { openDynamoDB } from '../../platform/dynamodb/open-dynamodb.ts';
import { createSiteCrawls, type SiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { SitePagesSettings } from '../../platform/settings/settings.ts';
import { type Format, readParameters } from '../../platform/http/parameters.ts';
import { siteIssuesParameters, siteLinksParameters, sitePagesParameters } from '../lists/list-parameters.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { type DomainSchema, findStored } from './find-stored.ts';

/** The members that each list of a crawl has. */
interface Answer {
  domain: string;
  finished_at: string | null;
}

/** A kind of list of a crawl. */
export interface CrawlList<Request, Found extends Answer> {
  /** Start of the name of its CSV file. */
  name: string;
  parameters: (domain: DomainSchema) => z.core.$ZodObject & z.core.$ZodType<Request & { format?: Format | undefined }>;
  find: (request: Request, crawls: SiteCrawls) => Promise<Found>;
  table: (found: Found) => CsvTable;
}

const pages = { name: 'site-pages', parameters: sitePagesParameters, find: listPages, table: pagesTable };
const issues = { name: 'site-issues', parameters: siteIssuesParameters, find: listIssues, table: siteIssuesTable };
const links = { name: 'site-links', parameters: siteLinksParameters, find: listLinks, table: siteLinksTable };

/** Creates the endpoint that returns pages of a crawl, as JSON or CSV. */
export const openSitePages = (settings: SitePagesSettings): Endpoint => openList(settings, pages);
/** Creates the endpoint that returns occurrences of issues, as {@link openSitePages} does. */
export const openSiteIssues = (settings: SitePagesSettings): Endpoint => openList(settings, issues);
/** Creates the endpoint that returns links, as {@link openSitePages} does. */
export const openSiteLinks = (settings: SitePagesSettings): Endpoint => openList(settings, links);

function openList<Request, Found extends Answer>(
  settings: SitePagesSettings,
  list: CrawlList<Request, Found>,
): Endpoint {
  const db = openDynamoDB(settings);
  const services = {
    crawls: cacheRows(createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now)),
    isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
  };

  return async (event) => {
    const { found, format } = await findInList(event, list, services);
    return answerList(event, found, { format, name: list.name, table: list.table });
  };
}

interface Services {
  crawls: SiteCrawls;
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
}

interface InList<Found> {
  found: Found;
  format?: Format | undefined;
}

/**
 * Finds the requested rows of a list.
 *
 * @throws {ServiceError} invalid_parameter listing every parameter that is invalid, unknown or given more than once
 */
export async function findInList<Request, Found extends Answer>(
  event: APIGatewayProxyEvent,
  list: CrawlList<Request, Found>,
  { crawls, isReachable }: Services,
): Promise<InList<Found>> {
  const find = async (domain: DomainSchema): Promise<InList<Found>> => {
    const request = readParameters(event, list.parameters(domain)) as Request & { format?: Format | undefined };
    return { found: await list.find(request, crawls), format: request.format };
  };
  return findStored(find, ({ found }) => found.finished_at !== null, isReachable);
}
