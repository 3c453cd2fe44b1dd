import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { changeOf, type ChangePeriod } from '../shared/before.ts';
import { Missing } from '../ui/missing.tsx';
import type { Column } from '../ui/table.tsx';
import {
  ChangeCell,
  DomainCell,
  ExpiryCell,
  OneExpiryCell,
  RankCell,
  ScoreCell,
  SiteCell,
  Tags,
  TrendCell,
  UpdatedCell,
} from './domain-cells.tsx';
import { nextExpiry, type PortfolioRow } from './portfolio-row.ts';
import type { ColumnId } from './shown-columns.ts';

export type DomainColumn = Column<PortfolioRow> & { id: ColumnId };

interface ColumnsOf {
  shown: readonly ColumnId[];
  period: ChangePeriod;
  t: Translate;
  format: Format;
}

/** The header of a column. */
export const headerOf = (id: ColumnId, period: ChangePeriod, t: Translate) =>
  t(`domains.columns.${id}`, { days: period });

/** Returns the columns of the table that are shown, in their order. */
export function domainColumns({ shown, period, t, format }: ColumnsOf): DomainColumn[] {
  const withTags = !shown.includes('tags');
  const columns: Omit<DomainColumn, 'header'>[] = [
    {
      id: 'domain',
      cell: (row) => <DomainCell of={row} withTags={withTags} />,
      sortBy: ({ domain_unicode }) => domain_unicode,
    },
    { id: 'score', align: 'end', cell: (row) => <ScoreCell of={row} />, sortBy: ({ seo_score }) => seo_score },
    {
      id: 'change',
      align: 'end',
      cell: ({ seo_score, score_before }) => <ChangeCell of="seo_score" now={seo_score} before={score_before} />,
      sortBy: ({ seo_score, score_before }) => changeOf(seo_score, score_before),
    },
    { id: 'trend', cell: (row) => <TrendCell of={row} /> },
    { id: 'rank', align: 'end', cell: (row) => <RankCell of={row} />, sortBy: ({ tranco_rank }) => tranco_rank },
    {
      id: 'visits',
      align: 'end',
      cell: ({ organic_etv }) => (organic_etv === null ? <Missing /> : format.number(Math.round(organic_etv))),
      sortBy: ({ organic_etv }) => organic_etv,
      isDescendingFirst: true,
    },
    {
      id: 'site',
      cell: ({ domain, site }) =>
        site === null ? <Missing reason={t('domain.numbers.not_crawled')} /> : <SiteCell domain={domain} of={site} />,
      sortBy: ({ site }) => site && site.health,
    },
    { id: 'expires', cell: (row) => <ExpiryCell of={row} />, sortBy: (row) => nextExpiry(row)?.days ?? null },
    {
      id: 'certificate',
      cell: (row) => <OneExpiryCell of={row} kind="certificate" />,
      sortBy: ({ certificate_days }) => certificate_days,
    },
    {
      id: 'registration',
      cell: (row) => <OneExpiryCell of={row} kind="registration" />,
      sortBy: ({ registration_days }) => registration_days,
    },
    {
      id: 'tags',
      cell: ({ tags }) =>
        tags.length === 0 ? (
          <Missing reason={t('common.none')} />
        ) : (
          <span className="ui-row ui-gap-1">
            <Tags of={tags} />
          </span>
        ),
    },
    {
      id: 'failed',
      align: 'end',
      cell: ({ failed_sources }) => (failed_sources === null ? <Missing /> : format.number(failed_sources)),
      sortBy: ({ failed_sources }) => failed_sources,
      isDescendingFirst: true,
    },
    {
      id: 'fetched',
      cell: (row) => <UpdatedCell of={row} />,
      sortBy: ({ updated_at }) => updated_at && Date.parse(updated_at),
    },
  ];
  return columns
    .filter(({ id }) => shown.includes(id))
    .map((column) => ({ ...column, header: headerOf(column.id, period, t) }));
}
