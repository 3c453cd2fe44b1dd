import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import { useTitle } from '../routing/use-title.ts';
import { DataTable } from '../shared/data-table.tsx';
import { filtered, named } from './domain-filter.ts';
import { PortfolioFilters } from './portfolio-filters.tsx';
import { PortfolioHeader } from './portfolio-header.tsx';
import { portfolioColumns, sortedBy } from './portfolio-columns.tsx';
import { portfolioRow } from './portfolio-row.ts';
import { TableSettings } from './table-settings.tsx';
import { useDomainList } from './use-domain-list.ts';
import { usePortfolioView } from './use-portfolio-view.ts';
import { useTableSettings } from './use-table-settings.ts';

/** The list of domains. All of it is here, so that it is searched and sorted at once. */
export default function DomainsPage({ query }: { query: string }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  useTitle(text.domains.title);
  const { domains, loading, error, reload } = useDomainList();
  const [view, changeView] = usePortfolioView(query);
  const [settings, setSettings] = useTableSettings();
  const columns = useMemo(() => portfolioColumns(t, text, format), [t, text, format]);
  const rows = useMemo(() => domains.map((row) => portfolioRow(row, Date.now())), [domains]);
  const found = useMemo(() => filtered(named(rows, view.name), view.filter), [rows, view]);
  const sortingColumn = columns.find(({ id }) => id === view.sorting?.column) ?? columns[0]!;
  const isDescending = view.sorting?.isDescending ?? false;
  const sorted = useMemo(
    // They come by name.
    () => (view.sorting === null ? found : sortedBy(found, sortingColumn, isDescending)),
    [found, view.sorting, sortingColumn, isDescending],
  );
  const { items, collectionProps, paginationProps, actions } = useCollection(sorted, {
    pagination: { pageSize: settings.pageSize },
    selection: { keepSelection: true, trackBy: 'domain' },
  });
  const chosen = new Set(collectionProps.selectedItems?.map(({ domain }) => domain));
  const isFiltered = view.filter.tokens.length > 0 || view.name !== '';
  const empty = isFiltered ? text.common.no_matches : t('portfolio.empty');
  return (
    <SpaceBetween size="m">
      {error !== null && <LoadFailed error={error} onRetry={reload} />}
      <DataTable
        {...collectionProps}
        items={items}
        columnDefinitions={columns}
        columnDisplay={settings.columns}
        trackBy="domain"
        variant="container"
        selectionType="multi"
        stickyColumns={{ first: 1 }}
        loading={loading && domains.length === 0}
        loadingText={text.common.loading}
        empty={<Box textAlign="center">{error === null ? empty : text.common.none}</Box>}
        ariaLabels={{
          tableLabel: text.domains.title,
          selectionGroupLabel: text.domains.title,
          allItemsSelectionLabel: () => t('portfolio.select_page'),
          itemSelectionLabel: (_, { domain_unicode }) => t('portfolio.select_row', { domain: domain_unicode }),
        }}
        sortingColumn={sortingColumn}
        sortingDescending={isDescending}
        onSortingChange={({ detail: { sortingColumn: by, isDescending = false } }) =>
          changeView({ sorting: { column: (by as typeof sortingColumn).id, isDescending } })
        }
        filter={<PortfolioFilters rows={rows} view={view} count={found.length} onChange={changeView} />}
        pagination={<Pagination {...paginationProps} />}
        preferences={<TableSettings settings={settings} onChange={setSettings} />}
        header={
          <PortfolioHeader
            count={domains.length}
            isPart={loading || error !== null}
            loading={loading}
            found={found}
            selected={found.filter(({ domain }) => chosen.has(domain))}
            onSelect={(selection) => actions.setSelectedItems(selection)}
            onReload={reload}
          />
        }
      />
    </SpaceBetween>
  );
}
