import { CERTIFICATE_WARNING, REGISTRATION_WARNING } from '../shared/warning-days.ts';
import type { Overview } from '../../../contract.ts';
import { expiriesOf, type PortfolioRow } from '../domains/portfolio-row.ts';
import { hrefOf } from '../routing/route.ts';
import type { Mover, Period } from './scores.ts';

/** Something that needs attention, and the domains that it concerns. */
export interface Attention {
  kind: 'noindex' | 'drops' | 'unreachable' | 'expiring' | 'site_errors' | 'sources' | 'failed_jobs';
  tone: 'bad' | 'warn';
  /** Number of domains, or of failed jobs. */
  count: number;
  /** The most important ones first. */
  domains: { domain: string; name: string; note?: { key: 'points' | 'days' | 'limited'; value: number } }[];
  /** The view that lists all; `null`: there is none. */
  href: string;
}

/** A change of a score by so many points is a drop. */
const DROP = -5;
const list = (query: string) => hrefOf({ view: 'domains', query });

/** Returns what needs attention, that with the greatest impact on search results first. */
export function attentionOf(
  rows: readonly PortfolioRow[],
  movers: readonly Mover[],
  { queue }: Overview,
  period: Period,
): Attention[] {
  const ranked = rows.toSorted(byImportance);
  const some = (found: readonly PortfolioRow[]) => found.map(named);
  const excluded = ranked.filter((row) => row.excluded);
  const drops = movers.filter(({ change }) => change <= DROP).sort((one, other) => one.change - other.change);
  const unreachable = ranked.filter(({ score_error }) => score_error !== null);
  const expiring = rows
    .flatMap((row) => {
      const next = expiriesOf(row).find(({ isSoon }) => isSoon);
      return next ? [{ row, days: next.days }] : [];
    })
    .sort((one, other) => one.days - other.days);
  const faulty = ranked.filter(({ site }) => (site?.errors ?? 0) > 0);
  const withoutSource = ranked.filter(({ failed_sources, score_error }) => !score_error && (failed_sources ?? 0) > 0);
  const all: Attention[] = [
    {
      kind: 'noindex',
      tone: 'bad',
      count: excluded.length,
      domains: some(excluded),
      href: list('where=state=excluded'),
    },
    {
      kind: 'drops',
      tone: 'bad',
      count: drops.length,
      domains: drops.map(({ row, change }) => ({ ...named(row), note: { key: 'points', value: change } })),
      href: list(`where=score_change<=${DROP}&period=${period}d`),
    },
    {
      kind: 'unreachable',
      tone: 'bad',
      count: unreachable.length,
      domains: some(unreachable),
      href: list('where=page=failed'),
    },
    {
      kind: 'expiring',
      tone: 'warn',
      count: expiring.length,
      domains: expiring.map(({ row, days }) => ({ ...named(row), note: { key: 'days', value: days } })),
      href: list(`where=certificate<=${CERTIFICATE_WARNING}&where=registration<=${REGISTRATION_WARNING}&any=1`),
    },
    {
      kind: 'site_errors',
      tone: 'warn',
      count: faulty.length,
      domains: faulty.map((row) => ({
        ...named(row),
        ...(row.site?.complete === false && { note: { key: 'limited', value: 0 } }),
      })),
      href: list('where=site_errors>0'),
    },
    {
      kind: 'sources',
      tone: 'warn',
      count: withoutSource.length,
      domains: some(withoutSource),
      href: list('where=failed>0&where=page=read'),
    },
    {
      kind: 'failed_jobs',
      tone: 'warn',
      count: queue.dead_letters,
      domains: [],
      href: hrefOf({ view: 'queue' }),
    },
  ];
  return all.filter(({ count }) => count > 0);
}

/**
 * Returns how many domains may need attention without being listed: those without data, and those whose sites were not
 * crawled.
 */
export const unknownOf = (rows: readonly PortfolioRow[]) => ({
  withoutData: rows.filter(({ updated_at }) => updated_at === null).length,
  notCrawled: rows.filter(({ site }) => site === null).length,
});

const named = ({ domain, domain_unicode: name }: Pick<PortfolioRow, 'domain' | 'domain_unicode'>) => ({ domain, name });

/** By estimated visits, then by rank: the domains that have most to lose first. */
function byImportance(one: PortfolioRow, other: PortfolioRow): number {
  const visits = (other.organic_etv ?? 0) - (one.organic_etv ?? 0);
  return visits || (one.tranco_rank ?? Infinity) - (other.tranco_rank ?? Infinity) || 0;
}
