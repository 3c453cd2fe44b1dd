import Link from '@cloudscape-design/components/link';
import type { TableProps } from '@cloudscape-design/components/table';
import type { DomainSummary } from '../../../contract.ts';
import type { Dictionary } from '../language/dictionary.ts';
import { hrefOf } from '../routing/route.ts';
import { When } from '../shared/when.tsx';
import { DomainState } from './domain-state.tsx';
import { Score } from './score.tsx';

/** The columns of the table of domains. */
export function domainColumns(text: Dictionary): TableProps.ColumnDefinition<DomainSummary>[] {
  return [
    {
      id: 'domain',
      header: text.domains.domain,
      cell: ({ domain, domain_unicode }) => <Link href={hrefOf({ view: 'domain', domain })}>{domain_unicode}</Link>,
      isRowHeader: true,
    },
    {
      id: 'score',
      header: text.domains.score,
      cell: (domain) => <Score of={domain} />,
    },
    {
      id: 'fetched',
      header: text.domains.fetched,
      cell: ({ updated_at }) => (updated_at === null ? text.domains.not_cached : <When time={updated_at} />),
    },
    {
      id: 'failed',
      header: text.domains.failed_sources,
      cell: ({ failed_sources, updated_at }) =>
        updated_at === null ? text.common.not_known : failed_sources.join(', ') || text.common.none,
    },
    { id: 'state', header: text.domains.state, cell: (domain) => <DomainState of={domain} /> },
  ];
}
