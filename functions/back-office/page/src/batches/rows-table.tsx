import { useMemo, useState } from 'react';
import type { BatchItem } from '../../../contract.ts';
import { rowStatuses } from '../../../../core/batches/batch.ts';
import { useFormat, useLanguage, useTranslate } from '../language/use-language.ts';
import { sortOf, textOfSort, type ViewQuery } from '../routing/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CheckMenu } from '../ui/check-menu.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { sorted } from '../ui/sorting.ts';
import { TabLinks } from '../ui/tab-links.tsx';
import { Table } from '../ui/table.tsx';
import { rowColumns, useMetricTitle } from './row-columns.tsx';
import { metricsOf, type Row } from './row-metrics.ts';

/** Rows that are drawn at first, and with each press of the button below them. */
const ROWS = 50;
/** Metrics that are shown at first: more do not fit. */
const MOST_METRICS = 6;

interface RowsTableProps {
  items: readonly BatchItem[];
  view: ViewQuery;
  isLoading: boolean;
}

/** All rows in the order of the list, with the requested metrics, filtered by status, reason and name. */
export function RowsTable({ items, view, isLoading }: RowsTableProps) {
  const t = useTranslate();
  const format = useFormat();
  const { language } = useLanguage();
  const titleOf = useMetricTitle();
  const { params, change, hrefWith } = view;
  const [drawn, setDrawn] = useState({ query: '', rows: ROWS });

  const rows = useMemo(() => items.map((item, index): Row => ({ ...item, position: String(index) })), [items]);
  const metrics = useMemo(() => metricsOf(items), [items]);
  const chosen = params.get('columns')?.split(',') ?? metrics.slice(0, MOST_METRICS).map((path) => path.join('.'));
  const chosenNames = chosen.join();
  const columns = useMemo(
    () =>
      rowColumns(
        metrics.filter((path) => chosenNames.split(',').includes(path.join('.'))),
        rows,
        titleOf,
        t,
      ),
    [metrics, chosenNames, rows, titleOf, t],
  );
  const status = rowStatuses.find((one) => one === params.get('status')) ?? null;
  const [reason, name] = [params.get('reason'), (params.get('name') ?? '').trim().toLowerCase()];
  const found = rows.filter(
    (row) =>
      (status === null || row.status === status) &&
      (reason === null || row.error?.code === reason) &&
      (name === '' || [row.input, row.domain].some((text) => text?.toLowerCase().includes(name))),
  );
  const sort = sortOf(params.get('sort'));
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy;
  const inOrder =
    sort && sortBy ? sorted(found, sortBy, sort.isDescending, new Intl.Collator(language, { numeric: true })) : found;
  const query = params.toString();
  const count = drawn.query === query ? drawn.rows : ROWS;
  const counts = rowStatuses.map((one) => ({ status: one, count: rows.filter((row) => row.status === one).length }));
  const tabs = [
    { id: 'all', text: t('batches.all'), count: rows.length, href: hrefWith({ status: null, reason: null }) },
    ...counts
      .filter((one) => one.count > 0)
      .map((one) => ({
        id: one.status,
        text: t(`batches.statuses.${one.status}`),
        count: one.count,
        href: hrefWith({ status: one.status, reason: null }),
      })),
  ];
  return (
    <Card isFlush>
      <div className="batch-table">
        <TabLinks
          label={t('batches.filter')}
          links={tabs.map((tab) => ({ ...tab, count: format.number(tab.count) }))}
          current={status ?? 'all'}
        />
        <div className="batch-tools">
          <SearchField
            label={t('batches.search')}
            value={params.get('name') ?? ''}
            onChange={(name) => change({ name })}
          />
          {found.length < rows.length && (
            <span className="batch-quiet" role="status">
              {t('batches.found', { found: found.length, count: rows.length })}
            </span>
          )}
          {(reason !== null || name !== '') && (
            <Button variant="quiet" onPress={() => change({ reason: null, name: null })}>
              {t('batches.clear')}
            </Button>
          )}
          {metrics.length > 1 && (
            <span className="batch-tools__end">
              <CheckMenu
                options={metrics.map((path) => ({ id: path.join('.'), text: titleOf(path) }))}
                selected={chosen}
                onChange={(names) => change({ columns: names.join() || 'none' })}
              >
                {t('batches.columns.menu')}
              </CheckMenu>
            </span>
          )}
        </div>
        <Table
          label={t('batches.rows')}
          columns={columns}
          rows={inOrder.slice(0, count)}
          keyOf={({ position }) => position}
          sort={sort}
          onSort={(next) => change({ sort: textOfSort(next) })}
          isLoading={isLoading}
          empty={<EmptyState title={t(rows.length === 0 ? 'batches.empty' : 'batches.no_matches')} />}
        />
        {count < inOrder.length && <LoadMore isBusy={false} onPress={() => setDrawn({ query, rows: count + ROWS })} />}
      </div>
    </Card>
  );
}
