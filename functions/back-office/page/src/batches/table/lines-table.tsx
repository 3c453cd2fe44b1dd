import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import { useMemo } from 'react';
import type { BatchItem } from '../../../../contract.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { figuresOf } from './figures.ts';
import { type Line, lineColumns } from './line-columns.tsx';
import { DataTable } from '../../shared/data-table.tsx';
import { SearchFilter } from '../../shared/search-filter.tsx';

const PAGE_SIZE = 50;
const MOST_FIGURES = 20;

/** All lines, in the order of the list, with the chosen figures. */
export function LinesTable({ items }: { items: readonly BatchItem[] }) {
  const text = useText();
  const format = useFormat();
  const lines = useMemo(() => items.map((item, index): Line => ({ ...item, place: String(index) })), [items]);
  const figures = useMemo(() => figuresOf(items), [items]);
  const collection = useCollection(lines, {
    filtering: {
      fields: ['input', 'domain', 'status'],
      empty: text.batches.empty,
      noMatch: text.common.no_matches,
    },
    sorting: {},
    pagination: { pageSize: PAGE_SIZE },
  });
  const { filterProps, collectionProps, paginationProps, filteredItemsCount } = collection;
  return (
    <DataTable
      {...collectionProps}
      items={collection.items}
      columnDefinitions={lineColumns(figures.slice(0, MOST_FIGURES), text, format)}
      trackBy="place"
      variant="container"
      wrapLines
      enableKeyboardNavigation
      empty={<Box textAlign="center">{filterProps.filteringText ? text.common.no_matches : text.batches.empty}</Box>}
      ariaLabels={{ tableLabel: text.batches.table }}
      header={
        <Header
          variant="h2"
          counter={`(${format.number(lines.length)})`}
          {...(figures.length > MOST_FIGURES && {
            description: text.batches.first_figures(format.number(MOST_FIGURES), format.number(figures.length)),
          })}
        >
          {text.batches.table}
        </Header>
      }
      filter={<SearchFilter {...filterProps} count={filteredItemsCount} />}
      pagination={<Pagination {...paginationProps} />}
    />
  );
}
