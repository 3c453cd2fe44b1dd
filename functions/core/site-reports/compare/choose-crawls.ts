import { isWholeSite, scopeKey } from '../../crawls/store/item.ts';
import type { EndedCrawl, CrawlInProgress } from '../../crawls/store/crawl-heads.ts';
import { isPrivate, seriesKey } from '../../crawls/store/private-crawls.ts';

/**
 * Returns the crawl that another one is compared with by default: the last complete one before it of the same owner and
 * scope, else of the same scope, else of any. That of a private crawl is private, too, if there is one of the same owner
 * and scope; that of any other is not private.
 *
 * @param ended crawls of the domain that have ended, the newest first
 */
export function defaultBase(
  ended: readonly EndedCrawl[],
  newer: Pick<CrawlInProgress, 'id' | 'owner' | 'scope' | 'options'>,
): EndedCrawl | null {
  const { id, owner, scope } = newer;
  const isAdmitted = (crawl: EndedCrawl) => !isPrivate(crawl) || (isPrivate(newer) && crawl.owner === owner);
  // Ids sort by time.
  const complete = ended.filter((crawl) => crawl.isComplete && crawl.id < id && isAdmitted(crawl));
  const sameScope = complete.filter((crawl) => scopeKey(crawl.scope) === scopeKey(scope));
  const own = sameScope.filter((crawl) => crawl.owner === owner);
  const repeated = own.find((crawl) => isPrivate(crawl) === isPrivate(newer));
  return repeated ?? own[0] ?? sameScope[0] ?? complete[0] ?? null;
}

/**
 * Returns the crawl with which the crawls of a watch are compared: the last complete one before it of its owner, or of
 * the operator's schedule if the watch has no crawls of its own, with the same scope.
 */
export function watchedBase(
  ended: readonly EndedCrawl[],
  newer: Pick<CrawlInProgress, 'id' | 'scope' | 'options'>,
  owners: readonly (string | null)[],
): EndedCrawl | null {
  const isBase = (crawl: EndedCrawl) =>
    crawl.isComplete && crawl.id < newer.id && owners.includes(crawl.owner) && seriesKey(crawl) === seriesKey(newer);
  return ended.find(isBase) ?? null;
}

/** Returns the complete crawls that may have found pages indexable: the base of a crawl, and the last of the whole site. */
export function indexabilitySources(ended: readonly EndedCrawl[], base: EndedCrawl | null): EndedCrawl[] {
  const whole = ended.find(({ isComplete, scope }) => isComplete && isWholeSite(scope));
  return [...new Set([base, whole])].filter((crawl) => crawl != null);
}
