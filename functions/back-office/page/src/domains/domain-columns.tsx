import Link from '@cloudscape-design/components/link';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DomainRow } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import type { Format } from '../language/format.ts';
import { hrefOf } from '../routing/route.ts';
import { When } from '../shared/when.tsx';
import { DomainState } from './domain-state.tsx';
import { ListedRank, ListedScore } from './listed-figures.tsx';

type Column = TableProps.ColumnDefinition<DomainRow>;

/** The columns of the table of domains; what is not known comes last, or first in reverse. */
export function domainColumns(text: Dictionary, format: Format): Column[] {
  return [
    {
      id: 'domain',
      header: text.domains.domain,
      cell: ({ domain, domain_unicode }) => <Link href={hrefOf({ view: 'domain', domain })}>{domain_unicode}</Link>,
      sortingField: 'domain_unicode',
      isRowHeader: true,
    },
    {
      id: 'score',
      header: text.domains.score,
      cell: (domain) => <ListedScore of={domain} />,
      sortingComparator: byNumber(({ seo_score }) => seo_score),
    },
    {
      id: 'rank',
      header: text.overview.rank,
      cell: (domain) => <ListedRank of={domain} />,
      sortingComparator: byNumber(({ tranco_rank }) => tranco_rank),
    },
    {
      id: 'fetched',
      header: text.domains.fetched,
      cell: ({ updated_at }) => (updated_at === null ? text.domains.not_cached : <When time={updated_at} />),
      sortingComparator: byNumber(({ updated_at }) => updated_at && Date.parse(updated_at)),
    },
    {
      id: 'failed',
      header: text.domains.failed_sources,
      cell: ({ failed_sources }) => failed(failed_sources, text, format),
      sortingComparator: byNumber(({ failed_sources }) => failed_sources),
    },
    { id: 'state', header: text.domains.state, cell: (domain) => <DomainState of={domain} /> },
  ];
}

function failed(sources: number | null, text: Dictionary, format: Format): string {
  if (sources === null) return text.common.not_known;
  return sources === 0 ? text.common.none : format.number(sources);
}

function byNumber(figure: (row: DomainRow) => number | '' | null): NonNullable<Column['sortingComparator']> {
  const rank = (row: DomainRow) => figure(row) ?? Infinity;
  return (one, other) => (rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1);
}
