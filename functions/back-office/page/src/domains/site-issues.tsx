import { useFormat } from '../language/use-format.ts';
import { useTranslate } from '../language/use-translate.ts';
import { hrefOf } from '../routing/route.ts';
import '../shared/plain-link.css';
import type { PortfolioRow } from './portfolio-row.ts';

/** How many kinds of issues the last crawl of a domain's site found. */
export function SiteIssues({ domain, of }: { domain: string; of: NonNullable<PortfolioRow['site']> }) {
  const t = useTranslate();
  const format = useFormat();
  const found = t('portfolio.issues', { errors: format.number(of.errors), warnings: format.number(of.warnings) });
  return (
    <a className="plain-link" href={hrefOf({ view: 'domain', domain, tab: 'site' })}>
      {found}
    </a>
  );
}
