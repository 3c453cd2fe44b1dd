import { isWholeSite, scopeKey } from '../../crawls/store/item.ts';
import type { EndedCrawl, OpenCrawl } from '../../crawls/store/crawl-heads.ts';

/**
 * Returns the crawl that another one is compared with by default: the last complete one before it of the same owner and
 * scope, else of the same scope, else of any.
 *
 * @param ended crawls of the domain that have ended, the newest first
 */
export function defaultBase(
  ended: readonly EndedCrawl[],
  { id, owner, scope }: Pick<OpenCrawl, 'id' | 'owner' | 'scope'>,
): EndedCrawl | null {
  // Ids sort by time.
  const complete = ended.filter((crawl) => crawl.isComplete && crawl.id < id);
  const sameScope = complete.filter((crawl) => scopeKey(crawl.scope) === scopeKey(scope));
  return sameScope.find((crawl) => crawl.owner === owner) ?? sameScope[0] ?? complete[0] ?? null;
}

/**
 * Returns the crawl with which the crawls of a watch are compared: the last complete one before it of its owner, or of
 * the operator's schedule if the watch has no crawls of its own, with the same scope.
 */
export function watchedBase(
  ended: readonly EndedCrawl[],
  { id, scope }: Pick<OpenCrawl, 'id' | 'scope'>,
  owners: readonly (string | null)[],
): EndedCrawl | null {
  const isBase = (crawl: EndedCrawl) =>
    crawl.isComplete && crawl.id < id && owners.includes(crawl.owner) && scopeKey(crawl.scope) === scopeKey(scope);
  return ended.find(isBase) ?? null;
}

/** Returns the complete crawls that may have found pages indexable: the base of a crawl, and the last of the whole site. */
export function indexabilitySources(ended: readonly EndedCrawl[], base: EndedCrawl | null): EndedCrawl[] {
  const whole = ended.find(({ isComplete, scope }) => isComplete && isWholeSite(scope));
  return [...new Set([base, whole])].filter((crawl) => crawl != null);
}
