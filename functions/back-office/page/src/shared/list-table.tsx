import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { TableProps } from '@cloudscape-design/components/table';
import { useText } from '../language/use-language.ts';
import { LoadFailed } from '../loading/load-failed.tsx';
import type { List } from '../loading/use-list.ts';
import { DataTable } from './data-table.tsx';

interface ListTableProps<Item> extends Omit<TableProps<Item>, 'items' | 'empty' | 'footer' | 'loadingText'> {
  of: List<Item>;
  /** Said where there are none. */
  empty: string;
}

/** A table of a list that is loaded in parts, with a button for the next one. */
export function ListTable<Item>({ of, empty, ...table }: ListTableProps<Item>) {
  const text = useText();
  const { items, more, loading, loadingMore, error, reload, loadMore } = of;
  return (
    <DataTable
      wrapLines
      loading={loading && items.length === 0}
      {...table}
      items={items}
      loadingText={text.common.loading}
      empty={error === null ? <Box>{empty}</Box> : <LoadFailed error={error} onRetry={reload} />}
      footer={
        more &&
        !loading && (
          <Box textAlign="center">
            <Button loading={loadingMore} onClick={loadMore}>
              {text.common.more}
            </Button>
          </Box>
        )
      }
    />
  );
}
