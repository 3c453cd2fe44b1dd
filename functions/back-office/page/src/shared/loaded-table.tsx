import type { ReactNode } from 'react';
import { LoadFailed } from '../loading/loaded.tsx';
import type { List } from '../loading/use-load.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { type Column, LoadMore, Table } from '../ui/table.tsx';
import type { Sort } from '../ui/sorting.ts';

interface LoadedTableProps<Item> {
  of: List<Item>;
  /** Its name, for assistive technology. */
  label: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  /** Shown where there are no items. */
  empty: string;
  /** Why there are none, and what to do. */
  emptyHint?: string;
  /** The next step where there are none. */
  emptyAction?: ReactNode;
  /** Where the caller keeps the sort of the loaded items. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

/** A table of a list that is loaded in parts, with a button for the next one. */
export function LoadedTable<Item>({ of, empty, emptyHint, emptyAction, ...table }: LoadedTableProps<Item>) {
  const { items, more, loading, loadingMore, error, reload, loadMore } = of;
  return (
    <>
      <Table
        {...table}
        rows={items}
        isLoading={loading && items.length === 0}
        empty={
          error === null ? (
            <EmptyState title={empty} action={emptyAction}>
              {emptyHint}
            </EmptyState>
          ) : (
            <LoadFailed error={error} onRetry={reload} />
          )
        }
      />
      {more && !loading && <LoadMore isBusy={loadingMore} onPress={loadMore} />}
    </>
  );
}
