import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { createCachedEndpoint } from '../../platform/http/cached-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { listIssues, listLinks, siteIssuesTable, siteLinksTable } from '../lists/list-evidence.ts';
import { cacheRows, listPages, pagesTable } from '../lists/list-pages.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import { createSiteCrawls, type SiteCrawls } from '../../crawls/store/site-crawls.ts';
import type { Viewer } from '../../crawls/store/private-crawls.ts';
import type { OwnCrawlsSettings } from '../settings.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { type DomainSchema, storedQuery } from '../../platform/http/stored-query.ts';
import { siteIssuesParameters, siteLinksParameters, sitePagesParameters } from '../lists/list-parameters.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { answerList, type ListOfCrawl } from './answer-list.ts';
import { createViewers } from './caller-owner.ts';

/** A kind of list of a crawl. */
export interface CrawlList<Request, Found extends ListOfCrawl> {
  /** Start of the name of its CSV file. */
  name: string;
  parameters: (domain: DomainSchema) => z.core.$ZodObject & z.core.$ZodType<Request & { format?: Format | undefined }>;
  find: (request: Request, crawls: SiteCrawls, viewer?: Viewer) => Promise<Found>;
  table: (found: Found) => CsvTable;
}

const pages = { name: 'site-pages', parameters: sitePagesParameters, find: listPages, table: pagesTable };
const issues = { name: 'site-issues', parameters: siteIssuesParameters, find: listIssues, table: siteIssuesTable };
const links = { name: 'site-links', parameters: siteLinksParameters, find: listLinks, table: siteLinksTable };

/** Creates the endpoint that returns pages of a crawl, as JSON or CSV. */
export const createSitePagesEndpoint = (settings: OwnCrawlsSettings): Endpoint => createListEndpoint(settings, pages);
/** Creates the endpoint that returns occurrences of issues, as {@link createSitePagesEndpoint} does. */
export const createSiteIssuesEndpoint = (settings: OwnCrawlsSettings): Endpoint => createListEndpoint(settings, issues);
/** Creates the endpoint that returns links, as {@link createSitePagesEndpoint} does. */
export const createSiteLinksEndpoint = (settings: OwnCrawlsSettings): Endpoint => createListEndpoint(settings, links);

function createListEndpoint<Request, Found extends ListOfCrawl>(
  settings: OwnCrawlsSettings,
  list: CrawlList<Request, Found>,
): Endpoint {
  const db = createDynamoDB(settings);
  const services = {
    crawls: cacheRows(createSiteCrawls(db, settings.SITE_CRAWLS_TABLE, Date.now)),
    isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
    viewerFor: createViewers({ db, settings }),
  };

  return createCachedEndpoint({
    ...listQuery(list, services),
    respond: (event, { request: { format }, found }) =>
      answerList(event, found, { format, name: list.name, table: list.table }),
  });
}

interface Services {
  crawls: SiteCrawls;
  /** Hosts that are accepted although their names are reserved. */
  isReachable: (host: string) => boolean;
  /** Returns for whom private crawls are read; absent: for no caller. */
  viewerFor?: (event: APIGatewayProxyEvent) => Viewer;
}

/** Creates the query of the requested rows of a list. */
export function listQuery<Request, Found extends ListOfCrawl>(
  { parameters, find }: CrawlList<Request, Found>,
  { crawls, isReachable, viewerFor }: Services,
) {
  return storedQuery({
    parameters,
    find: (request, event) => find(request, crawls, viewerFor?.(event)),
    isStored: ({ finished_at }) => finished_at !== null,
    isReachable,
  });
}
