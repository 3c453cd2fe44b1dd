import type { EndedCrawl } from './crawl-heads.ts';
import { isWholeSite, scopeKey } from './item.ts';
import { isPrivate } from './private-crawls.ts';

/** Complete crawls of the whole site that are stored of an owner. */
const WHOLE_CRAWLS = 10;
/** Complete crawls of each other scope, and number of such scopes. */
const SCOPED_CRAWLS = 2;
const SCOPES = 5;

type Ranked = Pick<EndedCrawl, 'id' | 'scope' | 'options' | 'isComplete' | 'stopReason' | 'limit' | 'summary'>;

const digits = (number: number) => String(number).padStart(9, '0');

/**
 * Returns the position of a crawl among those that may be the audit of its domain, as a text that sorts: complete crawls
 * of the whole site by time; below them those that reached their page limit, by the limit and then by time; below them
 * all others, by the number of pages that they read.
 *
 * @returns `null` for a private crawl and one of a part of the site, which are never the audit
 */
export function auditRank({ id, scope, options, isComplete, stopReason, limit, summary }: Ranked): string | null {
  if (!isWholeSite(scope) || isPrivate({ options })) return null;
  if (isComplete) return `3 ${id}`;
  return stopReason === 'page_limit' ? `2 ${digits(limit)} ${id}` : `1 ${digits(summary.read)} ${id}`;
}

/** The crawls of a domain that stay stored, and those whose links do. */
export interface KeptCrawls {
  crawls: ReadonlySet<string>;
  links: ReadonlySet<string>;
}

/**
 * Selects the crawls that stay stored: of each owner the last ten complete ones of the whole site, the last two of each
 * other scope, five scopes at most, and the last incomplete one; and the audit. The links stay stored of the audit, and
 * of the newest crawl of each owner. The private crawls of an owner count separately, so that others see no effect of them.
 *
 * @param ended all stored crawls of a domain that have ended, the newest first
 * @param audit id of the crawl that is the audit; `null`: there is none
 */
export function keptCrawls(ended: readonly EndedCrawl[], audit: string | null): KeptCrawls {
  const crawls = new Set(audit === null ? [] : [audit]);
  const links = new Set(crawls);
  const groups = Map.groupBy(ended, (crawl) => `${isPrivate(crawl)} ${crawl.owner}`);
  for (const ofOwner of groups.values()) {
    links.add(ofOwner[0]!.id);
    for (const { id } of keptOfOwner(ofOwner)) crawls.add(id);
  }
  return { crawls, links };
}

function keptOfOwner(ended: readonly EndedCrawl[]): EndedCrawl[] {
  const complete = ended.filter(({ isComplete }) => isComplete);
  const [whole = [], parts = []] = [true, false].map((isWhole) =>
    complete.filter(({ scope }) => isWholeSite(scope) === isWhole),
  );
  const byScope = [...Map.groupBy(parts, ({ scope }) => scopeKey(scope)).values()];
  return [
    ...whole.slice(0, WHOLE_CRAWLS),
    ...byScope.slice(0, SCOPES).flatMap((ofScope) => ofScope.slice(0, SCOPED_CRAWLS)),
    ...ended.filter(({ isComplete }) => !isComplete).slice(0, 1),
  ];
}
