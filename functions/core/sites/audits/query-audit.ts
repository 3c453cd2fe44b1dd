import { ServiceError } from '../../platform/http/errors.ts';
import type { CrawlReader } from '../store/site-crawls.ts';
import { type SomeCrawls, someCrawls } from './audit-data.ts';
import { type AuditWish, beginsCrawl } from './wanted-crawl.ts';

/** Most pages of a crawl where nothing is said of it. */
export const DEFAULT_PAGES = 500;

export interface AuditQuery extends AuditWish {
  domain: string;
}

export interface AuditServices {
  crawls: Pick<CrawlReader, 'read'>;
  /** Most pages of a crawl, as the operator has it. */
  mostPages: number;
  /** Begins a crawl unless one of the domain is under way. */
  begin: (crawl: { domain: string; pages: number }) => Promise<void>;
}

/**
 * The crawls of a domain, after one was begun where that is called for.
 *
 * @throws what `begin` throws
 * @throws {ServiceError} gateway_timeout where the domain was deleted at the same moment
 */
export async function queryAudit({ domain, ...wish }: AuditQuery, services: AuditServices): Promise<SomeCrawls> {
  const { crawls, mostPages, begin } = services;
  const stored = await crawls.read(domain, { consistent: true });
  const known = someCrawls(stored);
  if (known && !beginsCrawl(stored, wish)) return known;
  await begin({ domain, pages: wish.pages ?? Math.min(DEFAULT_PAGES, mostPages) });
  const begun = someCrawls(await crawls.read(domain, { consistent: true }));
  if (!begun) throw new ServiceError('gateway_timeout');
  return begun;
}
