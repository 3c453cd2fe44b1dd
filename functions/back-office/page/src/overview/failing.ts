import type { Overview } from '../../../contract.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { filtered } from '../domains/domain-filter.ts';
import { viewOfQuery } from '../domains/portfolio-address.ts';
import type { PortfolioRow } from '../domains/portfolio-row.ts';
import { hrefOf } from '../routing/route.ts';

/** Something that needs a look, and where it is seen. */
export interface Failing {
  text: string;
  href: string;
}

/** What needs a look of the domains, each by the query of the list that shows them. */
const OF_DOMAINS = [
  ['pages', 'where=page=failed'],
  ['sources', 'where=failed>0'],
  ['site_errors', 'where=site_errors>0'],
  ['certificates', 'where=certificate<=14'],
  ['registrations', 'where=registration<=30'],
] as const;

/** @returns all that needs a look, the service's own first */
export function failingOf(rows: PortfolioRow[], overview: Overview, t: Translate, format: Format): Failing[] {
  const { queue, spent_usd, daily_budget_usd } = overview;
  const letters = format.number(queue.dead_letters) + (queue.more_dead_letters ? '+' : '');
  const toQueue = hrefOf({ view: 'queue' });
  const own = [
    queue.dead_letters > 0 && { text: t('overview.letters', { count: letters }), href: toQueue },
    daily_budget_usd > 0 && spent_usd >= daily_budget_usd && { text: t('overview.budget'), href: toQueue },
  ];
  const ofDomains = OF_DOMAINS.map(([name, query]) => {
    const count = filtered(rows, viewOfQuery(query).filter).length;
    return (
      count > 0 && {
        text: t(`overview.${name}`, { count: format.number(count) }),
        href: hrefOf({ view: 'domains', query }),
      }
    );
  });
  return [...own, ...ofDomains].filter((failing) => failing !== false);
}
