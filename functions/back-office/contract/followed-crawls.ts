import * as z from 'zod/mini';
import { isWholeNumber } from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { domainParameter } from '../../core/platform/names/address-parameters.ts';
import { type Entries, type HostServices, typeOnly } from './entry.ts';

/** What crawls of the followed sites would request, for a part of the sites. */
export interface FollowedCrawlPlan {
  sites: PlannedCrawl[];
  /** Crawls in progress, of all owners, from which on no further ones are started together. */
  max_in_progress: number;
  /** Name after which the next part begins; `null`: this is the last. */
  next: string | null;
}
export interface PlannedCrawl {
  domain: string;
  /** Page limit: that of the audit, at least 500, at most the highest one of this deployment. */
  pages: number;
  /** The workspace has a crawl of the site in progress: no other one can be started. */
  in_progress: boolean;
}

export interface StartedCrawls {
  /** In the order of the request. */
  sites: CrawlStart[];
}
export interface CrawlStart {
  domain: string;
  /** Why no crawl was started; `null`: one was started. */
  refused: CrawlRefusal | null;
}
export interface CrawlRefusal {
  /** `blocked`, `not_followed`, `too_many_crawls` (in progress, of all owners), or the code of an error. */
  code: string;
  message: string;
}

/** Number of crawls that one call starts. */
export const MAX_STARTED = 5;

const planParameters = z.object({
  after: z.optional(z.string(rule('text')).check(z.maxLength(253, rule('max_characters')))),
});

const startRequest = ({ isReachable, maxCrawlPages }: HostServices & { maxCrawlPages: number }) => {
  const bounds = { min: 1, max: maxCrawlPages };
  const site = z.strictObject(
    {
      domain: domainParameter(isReachable),
      pages: z.custom<number>(isWholeNumber(bounds.min, bounds.max), rule('whole_number_from', bounds)),
    },
    rule('json_object'),
  );
  return z.strictObject(
    {
      sites: z
        .array(site, rule('domain_list'))
        .check(z.minLength(1, rule('one_domain')), z.maxLength(MAX_STARTED, rule('max_domains', { max: MAX_STARTED }))),
    },
    rule('json_object'),
  );
};

/** Crawls of all followed sites, which an operator confirms with the number of their pages. */
export const followedCrawlContract = {
  /** By name, up to 50 sites per response; one without sites can have a `next`. */
  followedCrawls: {
    method: 'GET',
    pattern: 'followed-crawls',
    query: planParameters,
    answer: typeOnly<FollowedCrawlPlan>(),
  },
  /** Starts crawls of whole sites with the usual options. They do not count against any allowance. */
  startFollowedCrawls: {
    method: 'POST',
    pattern: 'followed-crawls',
    body: startRequest,
    answer: typeOnly<StartedCrawls>(),
  },
} as const satisfies Entries;
