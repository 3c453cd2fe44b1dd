import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useNarrow } from '../browser/use-narrow.ts';
import './data-table.css';
import { NOTHING } from './nothing.ts';

/** More would be cut off on a phone. */
const MOST_ON_PHONE = 2;

/**
 * The component library's table. On a phone, where many columns would be cut off, they stand one below the other: the
 * first as the title of the row, the others with their headers; those that have nothing are left out.
 */
export function DataTable<Item>(props: TableProps<Item>) {
  const isStacked = useNarrow() && props.columnDefinitions.length > MOST_ON_PHONE;
  if (!isStacked) return <Table {...props} />;
  const { stickyColumns: _, columnDisplay, ...others } = props;
  const shown = columnDisplay ? displayed(props.columnDefinitions, columnDisplay) : props.columnDefinitions;
  return <Table {...others} wrapLines columnDefinitions={[stacked(shown)]} />;
}

function displayed<Item>(
  columns: TableProps<Item>['columnDefinitions'],
  display: readonly TableProps.ColumnDisplayProperties[],
): TableProps<Item>['columnDefinitions'] {
  return display.flatMap((item) =>
    'visible' in item && item.visible ? columns.filter(({ id }) => id === item.id) : [],
  );
}

function stacked<Item>(columns: TableProps<Item>['columnDefinitions']): TableProps.ColumnDefinition<Item> {
  const [title, ...others] = columns;
  return {
    id: 'stacked',
    header: title!.header,
    cell: (item) => (
      <div className="stacked-row">
        <div className="stacked-row__title">{title!.cell(item)}</div>
        <dl>
          {others
            .map((column) => ({ ...column, shown: column.cell(item) }))
            .filter(({ shown }) => shown !== NOTHING)
            .map(({ id, header, shown }) => (
              <div key={id}>
                <dt>{header}</dt>
                <dd>{shown}</dd>
              </div>
            ))}
        </dl>
      </div>
    ),
  };
}
