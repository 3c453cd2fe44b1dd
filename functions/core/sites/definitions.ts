import { domainParameter, noHost } from '../platform/names/address-parameters.ts';
import type { Answer, EndpointDefinition } from '../platform/http/definition.ts';
import { type SiteAnswer, siteAnswer, sitePagesAnswer } from '../record/site-schema.ts';
import { crawlPageBounds } from '../platform/settings/catalogue.ts';
import { issuesTable } from './answer/open-site.ts';
import { auditParameters, cancelParameters, sitePagesParameters } from './audits/query-audit.ts';
import { pagesTable } from './audits/list-pages.ts';

const domain = domainParameter(noHost);

const answer = (meaning: string): Answer => ({
  meaning,
  data: { name: 'SiteAuditAnswer', schema: siteAnswer },
  csv: ({ issues }: SiteAnswer) => issuesTable(issues),
});

export const siteDefinition: EndpointDefinition = {
  function: 'seo-site',
  path: '/api/v1/seo/site',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getSiteAudit',
      tag: 'Search metrics',
      summary: 'The audit of a whole site',
      description:
        'Returns the progress of the crawl of a site and the result of the last crawl that has ended: issues, metrics, and ' +
        'changes since the crawl before it. The first call starts a crawl, which runs in the background at one request per ' +
        'second, or slower if the site requires it. A call with `refresh=1`, or with more `pages` than the page limit of ' +
        'the last crawl, starts another crawl unless one is in progress; the previous result is returned until it has ' +
        'ended. The last two crawls are kept. Each requested page counts as one page of the daily allowance. ' +
        '`/api/v1/seo/site/pages` lists the pages.',
      query: auditParameters(domain, crawlPageBounds.max),
      answers: {
        200: { ...answer('The result of the last crawl, which has ended'), isConditional: true },
        202: answer('A crawl is in progress: its progress, and the result of the last crawl that has ended'),
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed'],
    },
    DELETE: {
      operationId: 'cancelSiteAudit',
      tag: 'Search metrics',
      summary: 'Stop the crawl of a site',
      description:
        'The crawl ends before its next request. Its result covers the pages that were read until then. Only the owner ' +
        'of the key that started the crawl can stop it.',
      query: cancelParameters(domain),
      answers: { 200: answer('The crawl has already ended'), 202: answer('The crawl is ending') },
      errors: ['not_found'],
    },
  },
};

export const sitePagesDefinition: EndpointDefinition = {
  function: 'seo-site-pages',
  path: '/api/v1/seo/site/pages',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSitePages',
      tag: 'Search metrics',
      summary: 'The pages of a crawled site',
      description:
        'Lists the pages of the last crawl of a site that has ended (see `/api/v1/seo/site`), with the content and the ' +
        'issues of each page. The call fetches nothing; the list of a site that was never crawled is empty. A cursor ' +
        'continues the list of the same crawl, even if another crawl ends in the meantime.',
      query: sitePagesParameters(domain),
      answers: {
        200: {
          meaning: 'Pages in the requested order',
          data: { name: 'SitePagesAnswer', schema: sitePagesAnswer },
          csv: pagesTable,
          isConditional: true,
        },
      },
      errors: [],
    },
  },
};
