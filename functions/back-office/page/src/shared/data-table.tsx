import type { ReactNode } from 'react';
import { LoadFailed } from '../loading/loaded.tsx';
import type { List } from '../loading/use-load.ts';
import { EmptyState } from '../ui/feedback.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { Card, type CardProps } from '../ui/layout.tsx';
import { useShownRows } from '../ui/shown-rows.ts';
import { LoadMore, Table, type TableProps } from '../ui/table.tsx';
import { SaveCsv, type SaveCsvProps } from './save-csv.tsx';

export interface Empty {
  title: string;
  icon?: IconName;
  /** Why there are none, and what to do. */
  hint?: string;
  /** The next step. */
  action?: ReactNode;
}

type Loading = Pick<List<unknown>, 'loading' | 'error' | 'reload'>;

export interface DataTableProps<Row> extends Omit<TableProps<Row>, 'limit' | 'isLoading' | 'empty'> {
  /** How the rows are loaded, at once or in parts; by default they are given. */
  of?: Loading & Partial<Pick<List<unknown>, 'more' | 'loadingMore' | 'loadMore'>>;
  /** How many rows are drawn at first, and with each press of the button below them; by default all. */
  step?: number;
  /** What is shown in the table, such as a search: another one begins with the first rows again. */
  view?: string;
  /** Shown where there are no rows. */
  empty?: Empty | ReactNode;
}

/** A table of rows that are loaded or given, with a button for further ones. All that are loaded are printed. */
export function DataTable<Row>({ of, step = Infinity, view = '', empty, ...table }: DataTableProps<Row>) {
  const { rows } = table;
  const { limit, showMore } = useShownRows(step, view);
  const isDrawn = limit >= rows.length;
  const isLoading = of?.loading ?? false;
  function onMore() {
    showMore();
    if (isDrawn) of?.loadMore?.();
  }
  return (
    <>
      <Table
        {...table}
        limit={limit}
        isLoading={isLoading && rows.length === 0}
        empty={of && of.error !== null ? <LoadFailed error={of.error} onRetry={of.reload} /> : emptyState(empty)}
      />
      {(!isDrawn || (of?.more && !isLoading)) && <LoadMore isBusy={of?.loadingMore ?? false} onPress={onMore} />}
    </>
  );
}

interface DataCardProps<Row> extends DataTableProps<Row>, Omit<CardProps, 'isFlush' | 'children'> {
  /** How the whole list is saved. */
  csv?: SaveCsvProps;
  /** Above the table, such as a search. */
  tools?: ReactNode;
}

/** A table in a card of its own, with what it can be searched and saved by. */
export function DataCard<Row>({ csv, tools, title, counter, description, actions, ...table }: DataCardProps<Row>) {
  const save = csv && <SaveCsv {...csv} />;
  return (
    <Card
      {...(title !== undefined && { title })}
      {...(counter !== undefined && { counter })}
      description={description}
      actions={actions ?? save}
      isFlush
    >
      {tools && <div className="ui-tools ui-row ui-center ui-between">{tools}</div>}
      <DataTable {...table} />
    </Card>
  );
}

function emptyState(empty: Empty | ReactNode): ReactNode {
  if (typeof empty !== 'object' || empty === null || !('title' in empty)) return empty;
  const { title, icon = 'search', hint, action } = empty;
  return (
    <EmptyState title={title} icon={icon} action={action}>
      {hint}
    </EmptyState>
  );
}
