import * as z from 'zod/mini';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import {
  BadValue,
  choiceParameter,
  isWholeNumber,
  readParameters,
  readWholeNumber,
  textParameter,
} from '../core/platform/http/parameters.ts';
import { rule } from '../core/platform/http/rules.ts';
import type { SiteAnswer, SiteVerification } from '../core/record/site-schema.ts';
import { listIssues, listLinks, siteIssuesTable, siteLinksTable } from '../core/site-reports/lists/list-evidence.ts';
import { answerList } from '../core/site-reports/answer/answer-list.ts';
import { listPages, pagesTable } from '../core/site-reports/lists/list-pages.ts';
import {
  siteIssuesParameters,
  siteLinksParameters,
  sitePagesParameters,
} from '../core/site-reports/lists/list-parameters.ts';
import { cancelAudit } from '../core/site-reports/query-audit.ts';
import { listCrawls } from '../core/site-reports/lists/list-crawls.ts';
import { rowStates } from '../core/site-reports/lists/sort-and-filter-rows.ts';
import { summarizeRows } from '../core/site-reports/lists/summarize-rows.ts';
import { OPERATOR } from '../core/accounts/batch-caller.ts';
import { auditData } from '../core/site-reports/audit-data.ts';
import { readListedCrawl } from '../core/site-reports/read-crawl.ts';
import { auditView, crawlView, type SiteView } from '../core/site-reports/site-view.ts';
import { answerComparison, compareParameters } from '../core/site-reports/answer/comparison-endpoint.ts';
import { compareSite } from '../core/site-reports/compare/compare-site.ts';
import { catalogue } from '../core/site-reports/issues/catalogue.computed.ts';
import { topIssues } from '../core/site-reports/report/top-issues.ts';
import type { IssueCounts } from '../core/crawls/store/issue-counts.ts';
import type { EvidenceReader } from '../core/crawls/store/site-crawls.ts';
import type { SiteCrawlList, SiteProof, SiteState, SiteSummary, TopIssues } from './contract.ts';
import { domainParameter } from '../core/platform/names/address-parameters.ts';
import { domainOf, type DomainServices } from './domain-routes.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import type { Route } from './router.ts';

export interface SiteRouteServices extends Pick<DomainServices, 'isReachable' | 'now'> {
  crawls: EvidenceReader;
  issueCounts: Pick<IssueCounts, 'readAll'>;
  /** Highest page limit of a crawl in this deployment. */
  maxCrawlPages: number;
  /** Version of this service. */
  version: string;
  /** The public endpoint, which starts crawls. */
  siteEndpoint: InvokedEndpoint;
  /** The public endpoint, which looks for a token on the site. */
  verificationEndpoint: InvokedEndpoint;
  /** Dependencies of stopping a crawl. */
  stopping: Parameters<typeof cancelAudit>[1];
}

const MAX_SEARCH_LENGTH = 200;

const MAX_DEPTH = 10_000;

/** A parameter of the workspace, which is in no document. */
const ownParameter = <Value>(read: (text: string) => Value) =>
  z.optional(textParameter(read, { description: '', form: { type: 'string' }, examples: [] }));

const text = z.string();
const byDomain = { domain: true } as const;
const { status } = sitePagesParameters(text)._zod.def.shape;
const { url } = siteIssuesParameters(text)._zod.def.shape;

/** The parameters of the public endpoints without the domain, which is in the path, and with those of the workspace. */
const pagesParameters = z.extend(z.omit(sitePagesParameters(text), byDomain), {
  search: ownParameter(readSearch),
  url,
  status: z.union([z.literal('none'), status]),
  state: z.optional(choiceParameter(rowStates, '')),
  depth: ownParameter((depth) => (depth === 'none' ? depth : readWholeNumber(depth, { min: 0, max: MAX_DEPTH }))),
});

const issuesParameters = z.extend(z.omit(siteIssuesParameters(text), byDomain), { search: ownParameter(readSearch) });
const linksParameters = z.omit(siteLinksParameters(text), byDomain);
const crawlParameters = z.pick(sitePagesParameters(text), { crawl: true });

function readSearch(text: string): string {
  if (text.length <= MAX_SEARCH_LENGTH) return text;
  throw new BadValue('max_characters', { max: MAX_SEARCH_LENGTH });
}

function crawlSchema(maxPages: number) {
  const bounds = { min: 1, max: maxPages };
  return z.strictObject(
    {
      pages: z.optional(z.custom<number>(isWholeNumber(1, maxPages), rule('whole_number_from', bounds))),
      refresh: z._default(z.boolean(rule('boolean')), false),
      // The public endpoint reads them.
      settings: z.optional(z.record(z.string(), z.unknown(), rule('json_object'))),
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
      const domain = domainOf(call, services);
      const { crawl: id } = readParameters(call.event, crawlParameters);
      const crawls = await services.crawls.read(domain, { consistent: true });
      const view =
        id === undefined ? auditView(crawls, OPERATOR) : await crawlView({ domain, id }, crawls, services.crawls);
      return { data: stateOf(view, services) };
    },
  },
  {
    method: 'POST',
    pattern: 'domains/{domain}/site',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { refresh, pages, settings } = readJsonBody(call.event, crawlSchema(services.maxCrawlPages));
      const limit = pages !== undefined && { pages: [String(pages)] };
      const query = { domain: [domain], ...(refresh && { refresh: ['1'] }), ...limit };
      const body = settings && { ...settings, domain, ...(pages !== undefined && { pages }) };
      const request = { resource: '/api/v1/seo/site', ...(body ? { query: {}, body } : { query }) };
      await services.siteEndpoint(call.event, request);
      const crawls = await services.crawls.read(domain, { consistent: true });
      return { status: 202, data: stateOf(auditView(crawls, OPERATOR), services) };
    },
  },
  {
    method: 'DELETE',
    pattern: 'domains/{domain}/site',
    handle: async (call, services) => {
      const request = { domain: domainOf(call, services), owner: OPERATOR, isOperator: true };
      return { data: stateOf(await cancelAudit(request, services.stopping), services) };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/verification',
    handle: async (call, services) => {
      const query = { domain: [domainOf(call, services)] };
      const request = { resource: '/api/v1/seo/site/verification', query };
      const { body } = await services.verificationEndpoint(call.event, request);
      return { data: (JSON.parse(body) as { data: SiteVerification }).data satisfies SiteProof };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/summary',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { crawl } = readParameters(call.event, crawlParameters);
      const listed =
        crawl === undefined
          ? await services.crawls.readAudit(domain)
          : await readListedCrawl({ domain, crawl }, services.crawls);
      const rows = listed ? await services.crawls.readRows(listed) : [];
      return { data: summarizeRows(rows, catalogue.items) satisfies SiteSummary };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/crawls',
    handle: async (call, services) => {
      const found = await listCrawls(domainOf(call, services), OPERATOR, services.crawls);
      return { data: found satisfies SiteCrawlList };
    },
  },
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/compare',
    handle: async (call, services) => {
      const { crawls, isReachable, version } = services;
      const domain = domainOf(call, services);
      const parameters = z.omit(compareParameters(domainParameter(isReachable)), byDomain);
      const { format, ...request } = readParameters(call.event, parameters);
      const compared = await compareSite({ domain, ...request }, () => Promise.resolve(OPERATOR), crawls);
      return answerComparison(call.event, compared, { format, version, caller: OPERATOR });
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
  {
    method: 'GET',
    pattern: 'domains/{domain}/site/links',
    handle: async (call, services) => {
      const domain = domainOf(call, services);
      const { format, ...selection } = readParameters(call.event, linksParameters);
      const found = await listLinks({ domain, ...selection }, services.crawls);
      return answerList(call.event, found, { format, name: 'site-links', table: siteLinksTable });
    },
  },
];

/** @param view `null`: there is neither an audit nor a crawl in progress */
function stateOf(view: SiteView | null, { maxCrawlPages, now }: SiteRouteServices): SiteState {
  const audit = view && (JSON.parse(auditData(view, now())) as SiteAnswer);
  return {
    audit,
    most_pages: maxCrawlPages,
    page_limit: (view?.inProgress ?? view?.crawl)?.limit ?? null,
    past_issues: audit ? pastIssues(audit) : [],
  };
}

function pastIssues({ issues, history }: SiteAnswer): SiteState['past_issues'] {
  const present = new Set(issues?.map(({ id }) => id));
  const past = new Set(history?.flatMap((crawl) => Object.keys(crawl.issues)));
  return catalogue.items.flatMap(({ id, severity, title }) =>
    past.has(id) && !present.has(id) ? [{ id, severity, title }] : [],
  );
}
