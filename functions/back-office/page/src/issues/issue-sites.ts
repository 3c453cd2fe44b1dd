import type { DomainRow, IssueSites } from '../../../contract.ts';

/** A site with an issue, and the crawl that found it. */
export interface IssueSite {
  domain: string;
  /** As people write it. */
  name: string;
  /** Number of affected pages. */
  pages: number;
  /** `null`: the list of domains does not contain the site, or not yet. */
  crawl: DomainRow['site'];
}

/** Adds the crawls in the list of domains to the sites with an issue. */
export function issueSites(found: IssueSites['sites'], domains: readonly DomainRow[]): IssueSite[] {
  const rows = new Map(domains.map((row) => [row.domain, row]));
  return found.map(({ domain, pages }) => {
    const row = rows.get(domain);
    return { domain, name: row?.domain_unicode ?? domain, pages, crawl: row?.site ?? null };
  });
}

/** Whether a crawl ended at its page limit, so that its site may have further affected pages. */
export const isLimited = ({ crawl }: Pick<IssueSite, 'crawl'>) => crawl?.complete === false;

/** Returns the sites whose names contain a text, in any case. */
export function sitesNamed(sites: readonly IssueSite[], text: string): IssueSite[] {
  const part = text.trim().toLowerCase();
  return sites.filter(({ domain, name }) => domain.includes(part) || name.toLowerCase().includes(part));
}
