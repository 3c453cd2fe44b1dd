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
import { listIssues, listLinks, siteIssuesTable, siteLinksTable } from '../core/sites/audits/list-evidence.ts';
import { answerList, listPages, pagesTable } from '../core/sites/audits/list-pages.ts';
import {
  siteIssuesParameters,
  siteLinksParameters,
  sitePagesParameters,
} from '../core/sites/audits/list-parameters.ts';
import { cancelAudit } from '../core/sites/audits/query-audit.ts';
import { rowStates } from '../core/sites/audits/select-rows.ts';
import { summarizeRows } from '../core/sites/audits/summarize-rows.ts';
import { auditData, someCrawls } from '../core/sites/audits/audit-data.ts';
import { catalogue } from '../core/sites/issues/catalogue.computed.ts';
import { topIssues } from '../core/sites/report/top-issues.ts';
import type { IssueCounts } from '../core/sites/store/issue-counts.ts';
import type { CrawlReader, CrawlsOfDomain, EvidenceReader } from '../core/sites/store/site-crawls.ts';
import type { SiteProof, SiteState, SiteSummary, TopIssues } from './contract.ts';
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
  /** The public endpoint, which looks for a token on the site. */
  verificationEndpoint: InvokedEndpoint;
  /** Dependencies of stopping a crawl. */
  stopping: Parameters<typeof cancelAudit>[2];
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
      const crawls = await services.crawls.read(domainOf(call, services), { consistent: true });
      return { data: stateOf(crawls, services) };
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
      const [last] = (await services.crawls.read(domainOf(call, services))).ended;
      const rows = last ? await services.crawls.readRows(last) : [];
      return { data: summarizeRows(rows, catalogue.items) satisfies SiteSummary };
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

function stateOf(crawls: CrawlsOfDomain, { maxCrawlPages, now }: SiteRouteServices): SiteState {
  const known = someCrawls(crawls);
  const audit = known && (JSON.parse(auditData(known, now())) as SiteAnswer);
  return {
    audit,
    most_pages: maxCrawlPages,
    page_limit: (crawls.open ?? crawls.ended[0])?.pageLimit ?? null,
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
