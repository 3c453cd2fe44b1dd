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
        'A site is crawled in the background, at a request a second or slower where the site wants that. The first call ' +
        'begins the crawl; each call tells how far it is, and, once a crawl has ended, what it came to: issues, figures, ' +
        'and what has changed since the crawl before. A call with `refresh=1`, or for more `pages` than the last crawl ' +
        'was to have, begins another one, unless one is under way; the last figures stay until it has ended. The last ' +
        'two crawls are kept. Each page that is asked for counts as a page of the allowance of the day. ' +
        '`/api/v1/seo/site/pages` lists the pages.',
      query: auditParameters(domain, crawlPageBounds.max),
      answers: {
        200: { ...answer('The last crawl, which has ended'), isConditional: true },
        202: answer('A crawl is under way: how far it is, and the figures of the last one that has ended'),
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed'],
    },
    DELETE: {
      operationId: 'cancelSiteAudit',
      tag: 'Search metrics',
      summary: 'Stop the crawl of a site',
      description:
        'The crawl ends before its next request, and what it has read until then is its result. Only the owner of the ' +
        'key that has begun it may stop it.',
      query: cancelParameters(domain),
      answers: { 200: answer('The crawl has ended meanwhile'), 202: answer('The crawl is ending') },
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
      summary: 'The pages of a site that was crawled',
      description:
        'Pages of the last crawl of a site that has ended (see `/api/v1/seo/site`), with what each says and the issues ' +
        'that it shows. Nothing is fetched for it: of a site that was never crawled there are none. A cursor goes on with ' +
        'the crawl that the list began with, also where another one ends meanwhile.',
      query: sitePagesParameters(domain),
      answers: {
        200: {
          meaning: 'Pages in the order asked for',
          data: { name: 'SitePagesAnswer', schema: sitePagesAnswer },
          csv: pagesTable,
          isConditional: true,
        },
      },
      errors: [],
    },
  },
};
