import { useFormat } from '../language/use-format.ts';
import { usePortfolioText } from '../language/portfolio/use-portfolio-text.ts';
import { hrefOf } from '../routing/route.ts';
import '../shared/plain-link.css';
import type { PortfolioRow } from './portfolio-row.ts';

/** How many kinds of issues the last crawl of a domain's site found. */
export function SiteIssues({ of: { domain, site } }: { of: PortfolioRow }) {
  const text = usePortfolioText();
  const format = useFormat();
  if (site === null) return '–';
  const found = text.issues(format.number(site.errors), format.number(site.warnings));
  return (
    <a className="plain-link" href={hrefOf({ view: 'domain', domain, tab: 'site' })}>
      {found}
    </a>
  );
}
