import { hrefOf } from '../routing/route.ts';

/** The tabs of a domain, as its address names them. */
export const domainTabs = ['overview', 'audits', 'site', 'pages', 'vitals', 'history', 'record', 'sources'] as const;
export type DomainTab = (typeof domainTabs)[number];

/** The parts of an audit of the site, as the address names them. */
export const siteTabs = ['overview', 'issues', 'list', 'compare', 'crawls'] as const;
export type SiteTabName = (typeof siteTabs)[number];

/** The tabs of a page, as its address names them. */
export const pageTabs = ['issues', 'links', 'audits', 'page', 'sources'] as const;
export type PageTab = (typeof pageTabs)[number];
/** Those that have something of the last crawl of the site. */
export const pageTabsOfCrawl = ['issues', 'links', 'page'] as const satisfies readonly PageTab[];

/** An element of a tab that an address opens, such as an audit by its id. */
export type Target = Partial<Record<'audit' | 'check' | 'issue' | 'section' | 'source', string>>;

/** The address of a tab of a domain, and of an element in it. */
export function hrefOfTab(domain: string, tab: DomainTab, target: Target = {}): string {
  const query = new URLSearchParams(target).toString();
  // Issues have a tab within that of the site.
  const open = target.issue === undefined ? tab : 'site.issues';
  return hrefOf({ view: 'domain', domain, tab: open, ...(query && { query }) });
}
