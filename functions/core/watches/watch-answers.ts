import type { OperatorsWatch, WatchAnswer, WatchEventAnswer } from './answer-schema.ts';
import { factsOf } from './record-findings.ts';
import type { WatchEvent } from './store/events.ts';
import { shownScope } from '../crawls/store/item.ts';
import type { Watch, WatchedCrawl } from './store/watches.ts';

/** Returns a watch as its owner sees it. */
export function watchOf(watch: Watch): WatchAnswer & Partial<Pick<OperatorsWatch, 'language'>> {
  const { id, domains, tag, conditions, crawl, mail, language = 'en', limits, created_at, updated_at } = watch;
  return {
    id,
    domains,
    tag,
    conditions,
    crawl: crawl && crawlOf(crawl),
    deliver: deliverOf(watch),
    mail,
    // Owners of keys have no mails.
    ...(limits === null && { language }),
    created_at: timeOf(created_at),
    updated_at: timeOf(updated_at),
  };
}

function crawlOf({
  every,
  pages,
  external = false,
  resources = false,
  extract = [],
  headers = [],
  basic_auth,
  ...scope
}: WatchedCrawl): WatchAnswer['crawl'] {
  const { urls = [], sitemaps = [] } = scope;
  const shown = shownScope({ ...scope, urls, sitemaps });
  return { every, pages, ...shown, external, resources, extract, headers, basic_auth: basic_auth === true };
}

function deliverOf({ deliver_url, unconfirmed_url, challenge, failing }: Watch): WatchAnswer['deliver'] {
  const unknown = { reason: null, status: null, since: null };
  if (deliver_url !== undefined) {
    if (!failing) return { url: deliver_url, state: 'active', ...unknown };
    return { url: deliver_url, state: 'failing', reason: failing.reason, status: null, since: timeOf(failing.since) };
  }
  if (unconfirmed_url === undefined) return null;
  const url = { url: unconfirmed_url, state: 'unconfirmed' } as const;
  if (!challenge) return { ...url, ...unknown };
  return { ...url, reason: challenge.error, status: challenge.status, since: timeOf(challenge.at) };
}

/** Returns an event as the owner of its watch sees it. */
export function eventOf(watch: string, event: WatchEvent): WatchEventAnswer {
  const { delivery } = event;
  return {
    ...factsOf(watch, event),
    delivery: delivery ? { ...delivery, at: timeOf(delivery.at) } : null,
  };
}

/** @param ms milliseconds since the epoch */
export const timeOf = (ms: number) => new Date(ms).toISOString();
