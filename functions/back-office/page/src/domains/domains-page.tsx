import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { Acting } from '../api/role.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { hrefOf } from '../routing/route.ts';
import { useTitle } from '../routing/use-title.ts';
import { DataTable } from '../shared/data-table.tsx';
import { SearchFilter } from '../shared/search-filter.tsx';
import { domainColumns } from './domain-columns.tsx';
import { useDomainList } from './use-domain-list.ts';

const PAGE_SIZE = 50;

/** The list of domains. All of it is here, so that it is searched and sorted at once. */
export default function DomainsPage() {
  const text = useText();
  const format = useFormat();
  useTitle(text.domains.title);
  const { domains, loading, error, reload } = useDomainList();
  const columns = useMemo(() => domainColumns(text, format), [text, format]);
  const { items, filterProps, collectionProps, paginationProps, filteredItemsCount } = useCollection(domains, {
    filtering: { fields: ['domain', 'domain_unicode'] },
    sorting: { defaultState: { sortingColumn: columns[0]! } },
    pagination: { pageSize: PAGE_SIZE },
  });
  const empty = filterProps.filteringText ? text.common.no_matches : text.domains.empty;
  return (
    <SpaceBetween size="m">
      {error !== null && <LoadFailed error={error} onRetry={reload} />}
      <DataTable
        {...collectionProps}
        items={items}
        columnDefinitions={columns}
        trackBy="domain"
        variant="container"
        loading={loading && domains.length === 0}
        loadingText={text.common.loading}
        empty={<Box textAlign="center">{error === null ? empty : text.common.none}</Box>}
        ariaLabels={{ tableLabel: text.domains.title }}
        filter={<SearchFilter {...filterProps} label={text.domains.search} count={filteredItemsCount} />}
        pagination={<Pagination {...paginationProps} />}
        header={
          <Header
            variant="h1"
            description={text.domains.description}
            counter={`(${format.number(domains.length)}${loading || error !== null ? '+' : ''})`}
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <Button iconName="refresh" ariaLabel={text.common.reload} loading={loading} onClick={reload} />
                <Acting>
                  <Button href={hrefOf({ view: 'batches' })}>{text.domains.add}</Button>
                </Acting>
              </SpaceBetween>
            }
          >
            {text.domains.title}
          </Header>
        }
      />
    </SpaceBetween>
  );
}
