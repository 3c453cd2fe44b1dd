import * as z from 'zod/mini';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { BadValue, isWholeNumber, readParameters, textParameter } from '../core/platform/http/parameters.ts';
import { rule } from '../core/platform/http/rules.ts';
import type { SiteAnswer } from '../core/record/site-schema.ts';
import { listIssues, siteIssuesTable } from '../core/sites/audits/list-evidence.ts';
import { answerList, listPages, pagesTable } from '../core/sites/audits/list-pages.ts';
import { siteIssuesParameters, sitePagesParameters } from '../core/sites/audits/list-parameters.ts';
import { cancelAudit } from '../core/sites/audits/query-audit.ts';
import { auditData, someCrawls } from '../core/sites/audits/audit-data.ts';
import { catalogue } from '../core/sites/issues/catalogue.computed.ts';
import { topIssues } from '../core/sites/report/top-issues.ts';
import type { IssueCounts } from '../core/sites/store/issue-counts.ts';
import type { CrawlReader, CrawlsOfDomain, EvidenceReader } from '../core/sites/store/site-crawls.ts';
import type { SiteState, TopIssues } from './contract.ts';
import { domainOf, type DomainServices } from './domain-routes.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import type { Route } from './router.ts';

export interface SiteRouteServices extends Pick<DomainServices, 'isReachable' | 'now'> {
  crawls: CrawlReader & EvidenceReader;
  issueCounts: Pick<IssueCounts, 'readAll'>;
  /** Highest page limit of a crawl in this deployment. */
  maxCrawlPages: number;
  /** The public endpoint, which starts crawls. */
  siteEndpoint: InvokedEndpoint;
  /** Dependencies of stopping a crawl. */
  stopping: Parameters<typeof cancelAudit>[2];
}

const MAX_SEARCH_LENGTH = 200;

/** The parameters of the public endpoint without the domain, which is in the path, and with `search`. */
const pagesParameters = z.extend(z.omit(sitePagesParameters(z.string()), { domain: true }), {
  search: z.optional(textParameter(readSearch, { description: '', form: { type: 'string' }, examples: [] })),
});

const issuesParameters = z.omit(siteIssuesParameters(z.string()), { domain: true });

function readSearch(text: string): string {
  if (text.length <= MAX_SEARCH_LENGTH) return text;
  throw new BadValue('max_characters', { max: MAX_SEARCH_LENGTH });
}

function crawlSchema(maxPages: number) {
  const bounds = { min: 1, max: maxPages };
  return z.strictObject(
    {
      pages: z.optional(z.custom<number>(isWholeNumber(1, maxPages), rule('whole_number_from', bounds))),
      refresh: z._default(z.boolean({ error: rule('boolean') }), false),
    },
    rule('json_object'),
  );
}

/** Routes for the audits of whole sites. Crawls of the operator do not count against any allowance. */
export const siteRoutes: Route<SiteRouteServices>[] = [
  {
    method: 'GET',
    pattern: 'top-issues',
    handle: async (_call, services) => {
      const sites = await services.issueCounts.readAll();
      return { data: { sites: sites.length, issues: topIssues(sites, catalogue.items) } satisfies TopIssues };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site',
    handle: async (call, services) => {
      const crawls = await services.crawls.read(domainOf(call, services), { consistent: true });
      return { data: stateOf(crawls, services) };
    },
  },
  {
    method: 'POST',
    pattern: 'domains/{domain}/site',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { refresh, pages } = readJsonBody(call.event, crawlSchema(services.maxCrawlPages));
      const query = {
        domain: [domain],
        ...(refresh && { refresh: ['1'] }),
        ...(pages !== undefined && { pages: [String(pages)] }),
      };
      await services.siteEndpoint(call.event, { resource: '/api/v1/seo/site', query });
      const crawls = await services.crawls.read(domain, { consistent: true });
      return { status: 202, data: stateOf(crawls, services) };
    },
  },
  {
    method: 'DELETE',
    pattern: 'domains/{domain}/site',
    handle: async (call, services) => {
      const crawls = await cancelAudit(domainOf(call, services), null, services.stopping);
      return { data: stateOf(crawls, services) };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/pages',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { format, ...selection } = readParameters(call.event, pagesParameters);
      const found = await listPages({ domain, ...selection }, services.crawls);
      return answerList(call.event, found, { format, name: 'site-pages', table: pagesTable });
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/issues',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { format, ...selection } = readParameters(call.event, issuesParameters);
      const found = await listIssues({ domain, ...selection }, services.crawls);
      return answerList(call.event, found, { format, name: 'site-issues', table: siteIssuesTable });
    },
  },
];

function stateOf(crawls: CrawlsOfDomain, { maxCrawlPages, now }: SiteRouteServices): SiteState {
  const known = someCrawls(crawls);
  return {
    audit: known && (JSON.parse(auditData(known, now())) as SiteAnswer),
    most_pages: maxCrawlPages,
  };
}
