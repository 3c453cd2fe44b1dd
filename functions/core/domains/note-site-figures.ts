import { SITE_CRAWL } from '../record/figures.ts';
import type { DomainHistory } from './store/domain-history.ts';
import { dayOf } from '../platform/time/day.ts';

/** What a crawl of a site came to, as far as the history of its domain tells of it. */
export interface SiteFigures {
  /** `null`: the site has no indexable page. */
  siteScore: number | null;
  sitePages: number;
  siteBrokenLinks: number;
}

/**
 * Notes the figures of a crawl that has ended just now in the history of its domain: in the newest snapshot of the day,
 * or as a snapshot of their own. Those of the day's last crawl stay. Doing it again changes nothing.
 */
export async function noteSiteFigures(
  domain: string,
  { siteScore, sitePages, siteBrokenLinks }: SiteFigures,
  { history, now }: { history: Pick<DomainHistory, 'note'>; now: () => number },
): Promise<void> {
  const figures = { site_score: siteScore, site_pages: sitePages, site_broken_links: siteBrokenLinks };
  await history.note(domain, SITE_CRAWL, { date: dayOf(now()), figures });
}
