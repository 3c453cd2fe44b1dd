import * as z from 'zod/mini';
import {
  BadValue,
  choiceParameter,
  isWholeNumber,
  readWholeNumber,
  textParameter,
} from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { domainParameter } from '../../core/platform/names/address-parameters.ts';
import type { SiteComparison as ComparedSite } from '../../core/record/site-comparison-schema.ts';
import type { SiteIssuesAnswer, SiteLinksAnswer } from '../../core/record/site-evidence-schema.ts';
import type { SiteAnswer, SiteCrawlsAnswer, SitePagesAnswer, SiteVerification } from '../../core/record/site-schema.ts';
import type { RequestedCredentials } from '../../core/site-reports/credentials-member.ts';
import { compareParameters } from '../../core/site-reports/answer/comparison-endpoint.ts';
import {
  siteIssuesParameters,
  siteLinksParameters,
  sitePagesParameters,
} from '../../core/site-reports/lists/list-parameters.ts';
import { rowStates } from '../../core/site-reports/lists/sort-and-filter-rows.ts';
import type { RowsSummary } from '../../core/site-reports/lists/summarize-rows.ts';
import type { TopIssue } from '../../core/site-reports/report/top-issues.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';

export interface SiteState {
  /** `data` of `/api/v1/seo/site`; `null`: there is no crawl of the whole site. */
  audit: SiteAnswer | null;
  /** Highest page limit of a crawl. */
  most_pages: number;
  /** Requested page limit of the crawl in progress, or of the audit; `null`: the site was never crawled. */
  page_limit: number | null;
  /** Issues that only earlier crawls of the audit's history have. */
  past_issues: { id: string; severity: 'error' | 'warning' | 'notice'; title: string }[];
}

export type SiteProof = SiteVerification;
export type SiteSummary = RowsSummary;
export type SiteCrawlList = SiteCrawlsAnswer;
export type SiteComparison = ComparedSite;
export type SitePages = SitePagesAnswer;
export type SiteIssues = SiteIssuesAnswer;
export type SiteLinks = SiteLinksAnswer;

export interface TopIssues {
  /** Number of crawled sites. */
  sites: number;
  issues: TopIssue[];
}

/** Sites with an issue, of a part of all crawled sites, by name. */
export interface IssueSites {
  /** Number of crawled sites of this part, with the issue or without. */
  crawled: number;
  sites: { domain: string; pages: number }[];
  /** Name after which the next part begins; `null`: this is the last. */
  next: string | null;
}

const MAX_SEARCH_LENGTH = 200;
const MAX_NAME_LENGTH = 253;

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
  /** A case-insensitive text in the address or title of the pages. */
  search: ownParameter(readSearch),
  url,
  status: z.union([z.literal('none'), status]),
  /** Whether the pages can be indexed, or why not. */
  state: z.optional(choiceParameter(rowStates, '')),
  /** Clicks from the home page, or `none`. */
  depth: ownParameter((depth) => (depth === 'none' ? depth : readWholeNumber(depth, { min: 0, max: MAX_DEPTH }))),
});

const issuesParameters = z.extend(z.omit(siteIssuesParameters(text), byDomain), {
  /** A case-insensitive text in the page, target or element. */
  search: ownParameter(readSearch),
});
const linksParameters = z.omit(siteLinksParameters(text), byDomain);
const crawlParameters = z.pick(sitePagesParameters(text), { crawl: true });
const comparisonParameters = ({ isReachable }: HostServices) =>
  z.omit(compareParameters(domainParameter(isReachable)), byDomain);

function readSearch(text: string): string {
  return ofAtMost(MAX_SEARCH_LENGTH, text);
}

function ofAtMost(max: number, text: string): string {
  if (text.length <= max) return text;
  throw new BadValue('max_characters', { max });
}

/** Scope and options of `POST /api/v1/seo/site`, which reads them. */
type CrawlSettings = Partial<
  Pick<SiteAnswer['scope'], 'include' | 'exclude' | 'depth' | 'urls' | 'sitemaps'> &
    Omit<SiteAnswer['options'], keyof RequestedCredentials> &
    RequestedCredentials
>;

const crawlRequest = ({ maxCrawlPages }: { maxCrawlPages: number }) => {
  const bounds = { min: 1, max: maxCrawlPages };
  const isPageLimit = isWholeNumber(bounds.min, bounds.max);
  return z.strictObject(
    {
      /** Default: 500. */
      pages: z.optional(z.custom<number>(isPageLimit, rule('whole_number_from', bounds))),
      /** Start a new crawl in any case. */
      refresh: z._default(z.boolean(rule('boolean')), false),
      /** With them, a new crawl starts unless one is in progress (409). */
      settings: z.optional(
        z.record(z.string(), z.unknown(), rule('json_object')) as z.ZodMiniType<CrawlSettings, CrawlSettings>,
      ),
    },
    rule('json_object'),
  );
};
export type CrawlRequest = z.input<ReturnType<typeof crawlRequest>>;

/** Audits of whole sites. Where an address is one of the public API, parameters and answer are the same, including CSV. */
export const siteContract = {
  /** The issues of the last complete crawls of all sites, the most severe first, then by affected pages. */
  topIssues: { method: 'GET', pattern: 'top-issues', answer: typeOnly<TopIssues>() },
  /** The sites in whose last crawl an issue of the catalogue was found, by name: of up to 2,500 crawled sites. */
  issueSites: {
    method: 'GET',
    pattern: 'issues/{issue}',
    query: z.object({ after: ownParameter((name) => ofAtMost(MAX_NAME_LENGTH, name)) }),
    answer: typeOnly<IssueSites>(),
  },
  /** The audit, or the crawl with this id. */
  site: { method: 'GET', pattern: 'domains/{domain}/site', query: crawlParameters, answer: typeOnly<SiteState>() },
  /**
   * 202: starts a crawl unless one is in progress or the last one has enough pages; it does not count against any
   * allowance. Returns the audit, or a crawl that was started with credentials.
   */
  crawlSite: { method: 'POST', pattern: 'domains/{domain}/site', body: crawlRequest, answer: typeOnly<SiteState>() },
  /** Stops the crawl in progress of any owner. */
  stopCrawl: { method: 'DELETE', pattern: 'domains/{domain}/site', answer: typeOnly<SiteState>() },
  /** The operator's. Looks for the token of the workspace on the site, once a minute at most. */
  siteProof: { method: 'GET', pattern: 'domains/{domain}/site/verification', answer: typeOnly<SiteProof>() },
  /** Numbers of the pages of the audit, or of a crawl. */
  siteSummary: {
    method: 'GET',
    pattern: 'domains/{domain}/site/summary',
    query: crawlParameters,
    answer: typeOnly<SiteSummary>(),
  },
  /** `you` are the workspace. */
  siteCrawls: { method: 'GET', pattern: 'domains/{domain}/site/crawls', answer: typeOnly<SiteCrawlList>() },
  /** Also as SARIF and JUnit. */
  siteComparison: {
    method: 'GET',
    pattern: 'domains/{domain}/site/compare',
    query: comparisonParameters,
    answer: typeOnly<SiteComparison>(),
  },
  sitePages: {
    method: 'GET',
    pattern: 'domains/{domain}/site/pages',
    query: pagesParameters,
    answer: typeOnly<SitePages>(),
  },
  siteIssues: {
    method: 'GET',
    pattern: 'domains/{domain}/site/issues',
    query: issuesParameters,
    answer: typeOnly<SiteIssues>(),
  },
  siteLinks: {
    method: 'GET',
    pattern: 'domains/{domain}/site/links',
    query: linksParameters,
    answer: typeOnly<SiteLinks>(),
  },
} as const satisfies Entries;
