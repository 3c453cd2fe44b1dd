import { hrefOf } from '../routing/route.ts';

/** The tabs of a domain, as its address names them. */
export const domainTabs = ['overview', 'audits', 'site', 'pages', 'vitals', 'history', 'record', 'sources'] as const;
export type DomainTab = (typeof domainTabs)[number];

/** An element of a tab that an address opens, such as an audit by its id. */
export type Target = Partial<Record<'audit' | 'check' | 'issue' | 'section' | 'source', string>>;

/** The address of a tab of a domain, and of an element in it. */
export function hrefOfTab(domain: string, tab: DomainTab, target: Target = {}): string {
  const query = new URLSearchParams(target).toString();
  // Issues have a tab within that of the site.
  const open = target.issue === undefined ? tab : 'site.issues';
  return hrefOf({ view: 'domain', domain, tab: open, ...(query && { query }) });
}
