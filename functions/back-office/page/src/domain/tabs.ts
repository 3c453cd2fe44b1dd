/** The tabs of a domain, as its address names them. */
export const domainTabs = ['overview', 'audits', 'vitals', 'history', 'site', 'pages', 'record', 'sources'] as const;
export type DomainTab = (typeof domainTabs)[number];
