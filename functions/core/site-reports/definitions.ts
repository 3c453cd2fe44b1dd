import { domainParameter, noHost } from '../platform/names/address-parameters.ts';
import type { ResponseDefinition, EndpointDefinition } from '../platform/http/definition.ts';
import { siteComparison } from '../record/site-comparison-schema.ts';
import { issueCatalogue, siteIssuesAnswer, siteLinksAnswer } from '../record/site-evidence-schema.ts';
import {
  type SiteAnswer,
  siteAnswer,
  siteCrawlsAnswer,
  sitePagesAnswer,
  siteVerification,
} from '../record/site-schema.ts';
import { crawlPageBounds } from '../crawls/page-limits.ts';
import { compareParameters } from './answer/comparison-endpoint.ts';
import { crawlsParameters } from './answer/crawls-endpoint.ts';
import { issuesTable } from './answer/site-endpoint.ts';
import { crawlsTable } from './lists/list-crawls.ts';
import { verificationParameters } from './answer/verification-endpoint.ts';
import { comparisonTable } from './compare/compare-site.ts';
import { siteIssuesTable, siteLinksTable } from './lists/list-evidence.ts';
import { pagesTable } from './lists/list-pages.ts';
import { siteIssuesParameters, siteLinksParameters, sitePagesParameters } from './lists/list-parameters.ts';
import { auditParameters, cancelParameters, crawlBody, crawlParameters } from './query-audit.ts';

const domain = domainParameter(noHost);

const answer = (meaning: string): ResponseDefinition => ({
  meaning,
  data: { name: 'SiteAuditAnswer', schema: siteAnswer },
  csv: ({ issues }: SiteAnswer) => issuesTable(issues),
});

export const siteDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getSiteAudit',
      tag: 'Search metrics',
      summary: 'The audit of a whole site',
      description:
        'Returns the audit of a site: the result of its newest complete crawl of the whole site; if there is none, of that ' +
        'with the highest page limit, else of the one that read the most pages. `crawl` reads another stored crawl ' +
        '(`/api/v1/seo/site/crawls`). If there is no audit, the call starts a crawl, which runs in the background at one ' +
        'request per second, or slower if the site requires it. A call with `refresh=1`, or with more `pages` than the ' +
        "limit that the audit reached, starts another crawl unless one of your key's owner is in progress; the audit is " +
        'returned until a better crawl has ended, and `last_crawl` states what became of a newer one. `health` is the ' +
        'percentage of addresses without errors, `site_score` the mean score of the indexable pages. Each ' +
        'requested page counts as one page of the daily allowance. `/api/v1/seo/site/pages` lists the pages.',
      query: auditParameters(domain, crawlPageBounds.max),
      limits: ['pages'],
      answers: {
        200: { ...answer('The result of the crawl that was read'), isConditional: true },
        202: answer(
          "A crawl of your key's owner, or the first one of the site, is in progress: its progress, and the result of the audit",
        ),
      },
      errors: [
        'not_crawled',
        'crawl_not_found',
        'domain_not_found',
        'crawl_in_progress',
        'not_verified',
        'domain_allowance_exceeded',
        'all_sources_failed',
        'service_busy',
      ],
    },
    POST: {
      operationId: 'startSiteAudit',
      tag: 'Search metrics',
      summary: 'Start a crawl of a scope',
      description:
        'Starts a crawl of the whole site or of a part of it, by path patterns or by distance from the home page, also with ' +
        'external targets of links and resources, or of an own site at a higher rate. A crawl of a part never becomes the ' +
        'audit: read it with `crawl`. `last_crawl.crawl_id` of the answer is its id. A crawl with `headers` or ' +
        '`basic_auth` never does either, and only the owner of your key and the operator can read it, with `crawl`. Each owner of keys can have one crawl ' +
        'of a domain in progress; those of several owners take turns. Each requested page counts as one page of the daily ' +
        'allowance, and so do every ten external targets and resources, together at most `pages`.',
      query: crawlParameters,
      body: {
        name: 'SiteAuditRequest',
        schema: crawlBody(domain, crawlPageBounds.max, noHost),
        examples: { example: { domain: 'faulty.example', pages: 200, exclude: ['/archive/'] } },
      },
      limits: ['pages'],
      answers: { 202: answer('The crawl is queued: its progress, and the result of the audit') },
      errors: [
        'domain_not_found',
        'crawl_in_progress',
        'deliveries_full',
        'not_verified',
        'proof_required',
        'domain_allowance_exceeded',
        'all_sources_failed',
        'service_busy',
      ],
    },
    DELETE: {
      operationId: 'cancelSiteAudit',
      tag: 'Search metrics',
      summary: 'Stop the crawl of a site',
      description:
        'The crawl ends before its next request, or, if it sends several requests per second, within a second. Its ' +
        'result covers the pages that were read until then. Only the owner of the key that started the crawl can stop it.',
      query: cancelParameters(domain),
      answers: { 200: answer('The crawl has already ended'), 202: answer('The crawl is ending') },
      errors: ['not_found'],
    },
  },
};

export const sitePagesDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/pages',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSitePages',
      tag: 'Search metrics',
      summary: 'The pages of a crawled site',
      description:
        'Lists the pages of the audit of a site, or of another stored crawl, with the content and the issues of each page. ' +
        'The call fetches nothing; while the first crawl runs, the list is empty. A cursor continues the list of the same ' +
        'crawl, even if another crawl ends in the meantime.',
      query: sitePagesParameters(domain),
      answers: {
        200: {
          meaning: 'Pages in the requested order',
          data: { name: 'SitePagesAnswer', schema: sitePagesAnswer },
          csv: pagesTable,
          isConditional: true,
        },
      },
      errors: ['not_crawled', 'crawl_not_found', 'no_audit'],
    },
  },
};

export const siteIssuesDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/issues',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSiteIssues',
      tag: 'Search metrics',
      summary: 'The occurrences of issues of a crawled site',
      description:
        'Lists each occurrence of an issue in the audit of a site, or in another stored crawl, with the values that are ' +
        'needed to fix it: the page, the other address, the element, the value and what it should be. The call fetches ' +
        'nothing; while the first crawl runs, the list is empty. A cursor continues the list of the same crawl, even if ' +
        'another crawl ends in the meantime. `/api/v1/seo/issues` describes the issues.',
      query: siteIssuesParameters(domain),
      answers: {
        200: {
          meaning: 'Occurrences; those of the most severe issues come first',
          data: { name: 'SiteIssuesAnswer', schema: siteIssuesAnswer },
          csv: siteIssuesTable,
          isConditional: true,
        },
      },
      errors: ['not_crawled', 'crawl_not_found', 'no_audit'],
    },
  },
};

export const siteLinksDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/links',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSiteLinks',
      tag: 'Search metrics',
      summary: 'The links of a crawled site',
      description:
        'Lists links, annotations, redirects, sitemap entries and, after a crawl with `resources`, images, scripts and ' +
        'stylesheets of the audit of a site, or of another stored crawl, each with the status of its target. `to` selects ' +
        'the links to an address, `from` those of a page. Up to 2,000 links of each page are stored, one for each target, ' +
        "text and rel, of the audit and of each owner's newest crawl. The call fetches nothing. A cursor continues the list " +
        'of the same crawl, even if another crawl ends in the meantime.',
      query: siteLinksParameters(domain),
      answers: {
        200: {
          meaning: 'Links in the order of the crawl',
          data: { name: 'SiteLinksAnswer', schema: siteLinksAnswer },
          csv: siteLinksTable,
          isConditional: true,
        },
      },
      errors: ['not_crawled', 'crawl_not_found', 'no_audit', 'links_not_stored'],
    },
  },
};

export const siteComparisonDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/compare',
  access: 'key',
  operations: {
    GET: {
      operationId: 'compareSite',
      tag: 'Search metrics',
      summary: 'What has changed between two crawls of a site',
      description:
        'Compares two stored crawls: new, fixed and persisting occurrences of issues, and pages that differ. What one of ' +
        'them did not read is neither new nor fixed, but counted as not compared. `verdict` is `failed` if there are new ' +
        'errors, else `incomplete` if the newer crawl is not complete, else `passed`. As SARIF 2.1.0 it contains all errors ' +
        'of the newer crawl with their state, and as JUnit XML two test cases, so that a pipeline can fail on them. Nothing ' +
        'is fetched for it.',
      query: compareParameters(domain),
      answers: {
        200: {
          meaning:
            'The comparison. With `format=sarif` a SARIF 2.1.0 log (application/sarif+json), with `format=junit` JUnit XML ' +
            '(application/xml)',
          data: { name: 'SiteComparisonAnswer', schema: siteComparison },
          csv: comparisonTable,
          isConditional: true,
        },
      },
      errors: ['not_crawled', 'crawl_not_found', 'no_comparison', 'service_busy'],
    },
  },
};

export const siteCrawlsDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/crawls',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSiteCrawls',
      tag: 'Search metrics',
      summary: 'The stored crawls of a site',
      description:
        'Lists the stored crawls of a site and those in progress, the newest first. Of each owner of keys, and of the ' +
        "operator's schedule, are stored: the last ten complete crawls of the whole site, the last two of each other scope " +
        '(five scopes at most), and the last incomplete one. The audit is always stored. Nothing is fetched for it.',
      query: crawlsParameters(domain),
      answers: {
        200: {
          meaning: 'The crawls, the newest first',
          data: { name: 'SiteCrawlsAnswer', schema: siteCrawlsAnswer },
          csv: crawlsTable,
          isConditional: true,
        },
      },
      errors: ['not_crawled'],
    },
  },
};

export const siteVerificationDefinition: EndpointDefinition = {
  path: '/api/v1/seo/site/verification',
  access: 'key',
  operations: {
    GET: {
      operationId: 'verifySite',
      tag: 'Search metrics',
      summary: 'Prove control of a site',
      description:
        'Returns a token, with which the owner of the key proves control of a domain, and whether it was found. The token ' +
        'is looked for as a line of the file `/.well-known/seo-verification.txt` (redirects are followed between the domain ' +
        'and its www. variant), then in a DNS TXT record of `_seo-verification.<domain>`. The first ' +
        'call returns the token, each later one looks for it, once a minute at most, and counts as one page of the daily ' +
        'allowance if the name exists. A proof is valid for 90 days from the last call that found the token; a proof by ' +
        'file allows crawls at a higher `rate`.',
      query: verificationParameters(domain),
      limits: ['pages'],
      answers: {
        200: {
          meaning: 'The token, and whether it was found',
          data: { name: 'SiteVerificationAnswer', schema: siteVerification },
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'service_busy'],
    },
  },
};

export const issuesDefinition: EndpointDefinition = {
  path: '/api/v1/seo/issues',
  access: { requestsPerSecond: 10, burst: 50 },
  operations: {
    GET: {
      operationId: 'listIssues',
      tag: 'Search metrics',
      summary: 'The issues of site audits',
      description:
        'Lists the ids, severities, titles, instructions and documentation of all issues. No API key is required.',
      answers: {
        200: {
          meaning: 'All issues',
          data: { name: 'IssueCatalogueAnswer', schema: issueCatalogue },
          isConditional: true,
        },
      },
    },
  },
};
