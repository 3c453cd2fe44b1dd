import type { TableProps } from '@cloudscape-design/components/table';
import { DomainState } from '../domain/domain-state.tsx';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { Labels } from '../shared/labels.tsx';
import { NOTHING } from '../shared/nothing.ts';
import '../shared/plain-link.css';
import { When } from '../shared/when.tsx';
import { DaysLeft } from './days-left.tsx';
import { ListedRank, ListedScore } from './listed-figures.tsx';
import { PastLine } from './past-line.tsx';
import type { PortfolioRow } from './portfolio-row.ts';
import { SiteIssues } from './site-issues.tsx';

/** Days before its end from which on something has a warning: certificates are renewed by programs, domains by people. */
const CERTIFICATE_WARNING = 14;
const REGISTRATION_WARNING = 30;

type Column = TableProps.ColumnDefinition<PortfolioRow> & { id: ColumnId };
export type ColumnId = (typeof columnIds)[number];

export const columnIds = [
  ...(['domain', 'score', 'past', 'rank', 'visits', 'certificate', 'registration', 'site', 'tags'] as const),
  ...(['fetched', 'failed', 'state'] as const),
];

/** The columns of the table of domains; what is not known comes last, or first in reverse. */
export function portfolioColumns(t: Translate, text: Dictionary, format: Format): Column[] {
  const column = (id: ColumnId, cell: Column['cell'], others: Partial<Column> = {}): Column => ({
    id,
    header: t(`portfolio.columns.${id}`),
    cell,
    ...others,
  });
  return [
    column(
      'domain',
      ({ domain, domain_unicode }) => (
        <a className="plain-link" href={hrefOf({ view: 'domain', domain })}>
          {domain_unicode}
        </a>
      ),
      { sortingComparator: (one, other) => names.compare(one.domain_unicode, other.domain_unicode), isRowHeader: true },
    ),
    column(
      'score',
      (row) => <ListedScore of={row} />,
      byNumber(({ seo_score }) => seo_score),
    ),
    column('past', (row) => (row.past?.length ? <PastLine of={row} /> : NOTHING), { minWidth: 120 }),
    column(
      'rank',
      ({ tranco_rank, rank_before }) =>
        tranco_rank === null ? NOTHING : <ListedRank rank={tranco_rank} before={rank_before} />,
      byNumber(({ tranco_rank }) => tranco_rank),
    ),
    column(
      'visits',
      ({ organic_etv: visits }) => (visits === null ? NOTHING : format.number(Math.round(visits))),
      byNumber(({ organic_etv }) => organic_etv),
    ),
    column(
      'certificate',
      ({ certificate_days: days }) =>
        days === null ? NOTHING : <DaysLeft days={days} warnFrom={CERTIFICATE_WARNING} />,
      byNumber(({ certificate_days }) => certificate_days),
    ),
    column(
      'registration',
      ({ registration_days: days }) =>
        days === null ? NOTHING : <DaysLeft days={days} warnFrom={REGISTRATION_WARNING} />,
      byNumber(({ registration_days }) => registration_days),
    ),
    column(
      'site',
      ({ domain, site }) => (site === null ? NOTHING : <SiteIssues domain={domain} of={site} />),
      byNumber(({ site }) => site && site.errors * 1_000 + site.warnings),
    ),
    column(
      'tags',
      ({ tags }) => (tags.length === 0 ? NOTHING : <Labels of={tags.map((tag) => ({ color: 'grey', text: tag }))} />),
      { minWidth: 160 },
    ),
    column(
      'fetched',
      ({ updated_at }) => (updated_at === null ? text.domains.not_cached : <When time={updated_at} />),
      byNumber(({ updated_at }) => updated_at && Date.parse(updated_at)),
    ),
    column(
      'failed',
      ({ failed_sources }) => failed(failed_sources, text, format),
      byNumber(({ failed_sources }) => failed_sources),
    ),
    column('state', (row) => (row.followed || row.blocked ? <DomainState of={row} /> : NOTHING)),
  ];
}

const names = new Intl.Collator('en');

/** Rows in the order of a column; those that are the same in it stay in the order of their names. */
export function sortedBy(rows: PortfolioRow[], { sortingComparator }: Column, isDescending: boolean): PortfolioRow[] {
  if (!sortingComparator) return rows;
  return rows.toSorted((one, other) => (isDescending ? sortingComparator(other, one) : sortingComparator(one, other)));
}

function failed(sources: number | null, text: Dictionary, format: Format): string {
  if (sources === null) return text.common.not_known;
  return sources === 0 ? text.common.none : format.number(sources);
}

function byNumber(figure: (row: PortfolioRow) => number | '' | null): Pick<Column, 'sortingComparator'> {
  const rank = (row: PortfolioRow) => figure(row) ?? Infinity;
  return {
    sortingComparator: (one, other) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1),
  };
}
