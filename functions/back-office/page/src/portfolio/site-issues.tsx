import { useFormat } from '../language/use-format.ts';
import { usePortfolioText } from '../language/portfolio/use-portfolio-text.ts';
import { hrefOf } from '../routing/route.ts';
import '../shared/plain-link.css';
import type { PortfolioRow } from './portfolio-row.ts';

/** How many kinds of issues the last crawl of a domain's site found. */
export function SiteIssues({ domain, of }: { domain: string; of: NonNullable<PortfolioRow['site']> }) {
  const text = usePortfolioText();
  const format = useFormat();
  const found = text.issues(format.number(of.errors), format.number(of.warnings));
  return (
    <a className="plain-link" href={hrefOf({ view: 'domain', domain, tab: 'site' })}>
      {found}
    </a>
  );
}
