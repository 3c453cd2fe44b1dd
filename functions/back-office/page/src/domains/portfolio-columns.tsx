import type { TableProps } from '@cloudscape-design/components/table';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import type { Translate } from '../language/messages.ts';
import { hrefOf } from '../routing/route.ts';
import { NOTHING } from '../shared/nothing.ts';
import '../shared/plain-link.css';
import { ListedRank, ListedScore } from './listed-figures.tsx';
import { PastLine } from './past-line.tsx';
import type { PortfolioRow } from './portfolio-row.ts';

/** Columns of the overview's table of domains. */
export const portfolioColumns = (
  t: Translate,
  _: Dictionary,
  __: Format,
): (TableProps.ColumnDefinition<PortfolioRow> & { id: string })[] => [
  {
    id: 'domain',
    header: t('portfolio.columns.domain'),
    cell: ({ domain, domain_unicode }) => (
      <a className="plain-link" href={hrefOf({ view: 'domain', domain })}>
        {domain_unicode}
      </a>
    ),
    isRowHeader: true,
  },
  { id: 'score', header: t('portfolio.columns.score'), cell: (row) => <ListedScore of={row} /> },
  {
    id: 'past',
    header: t('portfolio.columns.past'),
    cell: (row) => (row.past?.length ? <PastLine of={row} /> : NOTHING),
    minWidth: 120,
  },
  {
    id: 'rank',
    header: t('portfolio.columns.rank'),
    cell: ({ tranco_rank, rank_before }) =>
      tranco_rank === null ? NOTHING : <ListedRank rank={tranco_rank} before={rank_before} />,
  },
];
