import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { SiteAnswer } from '../core/record/site-schema.ts';
import { listIssues, listLinks, siteIssuesTable, siteLinksTable } from '../core/site-reports/lists/list-evidence.ts';
import { answerList } from '../core/site-reports/answer/answer-list.ts';
import { listPages, pagesTable } from '../core/site-reports/lists/list-pages.ts';
import { cancelAudit } from '../core/site-reports/query-audit.ts';
import { listCrawls } from '../core/site-reports/lists/list-crawls.ts';
import { summarizeRows } from '../core/site-reports/lists/summarize-rows.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import { OPERATOR } from '../core/accounts/batch-caller.ts';
import { unlimited } from '../core/accounts/fetch-slots.ts';
import { auditData } from '../core/site-reports/audit-data.ts';
import { readListedCrawl } from '../core/site-reports/read-crawl.ts';
import { auditView, crawlView, type SiteView } from '../core/site-reports/site-view.ts';
import { answerComparison } from '../core/site-reports/answer/comparison-endpoint.ts';
import { compareSite } from '../core/site-reports/compare/compare-site.ts';
import { catalogue } from '../core/site-reports/issues/catalogue.computed.ts';
import { topIssues } from '../core/site-reports/report/top-issues.ts';
import { ownedBy, viewerOf } from '../core/crawls/store/private-crawls.ts';
import type { IssueCounts } from '../core/crawls/store/issue-counts.ts';
import type { EvidenceReader } from '../core/crawls/store/site-crawls.ts';
import type { HostServices } from './contract/entry.ts';
import { siteContract, type SiteProof, type SiteState } from './contract/sites.ts';
import type { InvokedEndpoint } from './invoke-endpoint.ts';
import { callerOf, routesOf } from './router.ts';

/** Whoever compares crawls in the workspace. */
const OPERATING = { ownerOf: () => Promise.resolve(OPERATOR), whileComparing: unlimited };

export interface SiteRouteServices extends HostServices {
  crawls: EvidenceReader;
  issueCounts: Pick<IssueCounts, 'readAll' | 'readIssue'>;
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
  now: () => number;
}

/** Operators may read private crawls of all owners, viewers those of the workspace. */
const viewOf = (event: APIGatewayProxyEvent) =>
  callerOf(event).role === 'operator' ? viewerOf(() => Promise.resolve(OPERATOR)) : ownedBy(OPERATOR);

/** Their items have up to about 3 KB each. */
const SITES_PER_PART = 2_500;

/** Routes for the audits of whole sites. Crawls of the operator do not count against any allowance. */
export const siteRoutes = routesOf<typeof siteContract, SiteRouteServices>(siteContract, {
  topIssues: async (_call, { issueCounts }) => {
    const sites = await issueCounts.readAll();
    return { data: { sites: sites.length, issues: topIssues(sites, catalogue.items) } };
  },
  issueSites: async ({ params: { issue }, query: { after = null } }, { issueCounts }) => {
    if (!catalogue.items.some(({ id }) => id === issue)) {
      throw new ServiceError('not_found', { message: 'There is no such issue.' });
    }
    const { sites, next } = await issueCounts.readIssue(issue, after, SITES_PER_PART);
    return { data: { crawled: sites.length, sites: sites.filter(({ pages }) => pages > 0), next } };
  },
  site: async ({ event, params: { domain }, query: { crawl: id } }, services) => {
    const viewer = id === undefined ? undefined : viewOf(event);
    const crawls = await services.crawls.read(domain, { consistent: true, viewer });
    const view =
      id === undefined ? auditView(crawls, OPERATOR) : await crawlView({ domain, id }, crawls, services.crawls, viewer);
    return { data: stateOf(view, services) };
  },
  crawlSite: async ({ event, params: { domain }, body: { refresh, pages, settings } }, services) => {
    const limit = pages !== undefined && { pages: [String(pages)] };
    const query = { domain: [domain], ...(refresh && { refresh: ['1'] }), ...limit };
    const body = settings && { ...settings, domain, ...(pages !== undefined && { pages }) };
    const request = { resource: '/api/v1/seo/site', ...(body ? { query: {}, body } : { query }) };
    const started = await services.siteEndpoint(event, request);
    const viewer = viewOf(event);
    const hasCredentials = Boolean(settings?.headers ?? settings?.basic_auth);
    const crawls = await services.crawls.read(domain, { consistent: true, ...(hasCredentials && { viewer }) });
    if (!hasCredentials) return { status: 202, data: stateOf(auditView(crawls, OPERATOR), services) };
    const { crawl_id } = (JSON.parse(started.body) as { data: SiteAnswer }).data;
    const view = await crawlView({ domain, id: crawl_id }, crawls, services.crawls, viewer);
    return { status: 202, data: stateOf(view, services) };
  },
  stopCrawl: async ({ params: { domain } }, services) => {
    const request = { domain, owner: OPERATOR, isOperator: true };
    return { data: stateOf(await cancelAudit(request, services.stopping), services) };
  },
  siteProof: async ({ event, params: { domain } }, { verificationEndpoint }) => {
    const request = { resource: '/api/v1/seo/site/verification', query: { domain: [domain] } };
    const { body } = await verificationEndpoint(event, request);
    return { data: (JSON.parse(body) as { data: SiteProof }).data };
  },
  siteSummary: async ({ event, params: { domain }, query: { crawl } }, { crawls }) => {
    const listed =
      crawl === undefined
        ? await crawls.readAudit(domain)
        : await readListedCrawl({ domain, crawl }, crawls, viewOf(event));
    const rows = listed ? await crawls.readRows(listed) : [];
    return { data: summarizeRows(rows, catalogue.items) };
  },
  siteCrawls: async ({ params }, { crawls }) => ({ data: await listCrawls(params.domain, OPERATOR, crawls) }),
  siteComparison: async ({ event, params: { domain }, query: { format, ...request } }, { crawls, version }) => {
    const compared = await compareSite({ domain, ...request }, { ...OPERATING, viewer: viewOf(event) }, crawls);
    return answerComparison(event, compared, { format, version, caller: OPERATOR });
  },
  sitePages: async ({ event, params: { domain }, query: { format, ...selection } }, { crawls }) => {
    const found = await listPages({ domain, ...selection }, crawls, viewOf(event));
    return answerList(event, found, { format, name: 'site-pages', table: pagesTable });
  },
  siteIssues: async ({ event, params: { domain }, query: { format, ...selection } }, { crawls }) => {
    const found = await listIssues({ domain, ...selection }, crawls, viewOf(event));
    return answerList(event, found, { format, name: 'site-issues', table: siteIssuesTable });
  },
  siteLinks: async ({ event, params: { domain }, query: { format, ...selection } }, { crawls }) => {
    const found = await listLinks({ domain, ...selection }, crawls, viewOf(event));
    return answerList(event, found, { format, name: 'site-links', table: siteLinksTable });
  },
});

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
