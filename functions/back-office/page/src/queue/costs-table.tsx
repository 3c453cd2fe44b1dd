import type { TableProps } from '@cloudscape-design/components/table';
import type { CostDay } from '../../../contract.ts';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { sourcesOf, unattributedOf } from './costs-of-sources.ts';
import { sourceName } from '../sources/names.ts';
import { DataTable } from '../shared/data-table.tsx';

/** What each day has cost, and on which source it was spent. */
export function CostsTable({ of: days }: { of: CostDay[] }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const column = (id: string, header: string, usdOf: (day: CostDay) => number) => ({
    id,
    header,
    cell: (day: CostDay) => format.usd(usdOf(day)),
  });
  const columns: TableProps.ColumnDefinition<CostDay>[] = [
    { id: 'date', header: text.common.date, cell: ({ date }) => format.date(date), isRowHeader: true },
    column('spent', text.costs.spent, ({ spent_usd }) => spent_usd),
    ...sourcesOf(days).map((source) =>
      column(`of ${source}`, sourceName(source, text), ({ by_source }) => by_source[source] ?? 0),
    ),
  ];
  const hasRest = days.some((day) => unattributedOf(day) > 0);
  return (
    <DataTable
      variant="embedded"
      ariaLabels={{ tableLabel: text.costs.by_day }}
      items={days}
      trackBy="date"
      empty={text.costs.empty}
      columnDefinitions={
        hasRest ? [...columns, column('rest', t('operations.costs.unattributed'), unattributedOf)] : columns
      }
    />
  );
}
