import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { Button, IconButton } from './button.tsx';
import { Skeleton } from './feedback.tsx';
import { Checkbox } from './fields.tsx';
import { Icon } from './icon.tsx';
import { Select } from './select.tsx';
import { nextSort, type Sort, sorted, type SortValue } from './sorting.ts';
import './table.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** By which the column is sorted; without it, it is not. */
  sortBy?: (row: Row) => SortValue;
  /** Sorts the greatest first at first, such as counts. */
  isDescendingFirst?: boolean;
  /** `end`: numbers. */
  align?: 'end';
}

interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Name of a row's checkbox. */
  labelOf: (row: Row) => string;
}

export interface TableProps<Row> {
  /** Its name, for assistive technology. */
  label: string;
  /** The first is the name of the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** How many are drawn at most, the first ones in their order; by default all. */
  limit?: number;
  /** Where the caller keeps the sort. */
  sort?: Sort | null;
  /** The sort at first, where the caller does not keep it. */
  firstSort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The rows are in the order of the sort already. */
  isInOrder?: boolean;
  selection?: Selection<Row>;
  /** On a phone, the values are beside one another below the name of the row: for short ones. */
  isCompact?: boolean;
  /** The rows are being loaded, and there are none yet. */
  isLoading?: boolean;
  /** Shown in place of rows where there are none. */
  empty?: ReactNode;
}

const SKELETON_ROWS = ['1', '2', '3', '4', '5'];

/** A table that can be sorted and selected from. On a phone each row is a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, limit = Infinity, firstSort = null, selection, empty } = props;
  const { isLoading = false, isCompact = false, isInOrder = false } = props;
  const t = useTranslate();
  const { language } = useLanguage();
  const [frame, isScrollable] = useScrollable();
  const [ownSort, setOwnSort] = useState<Sort | null>(firstSort);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const onSort = props.onSort ?? setOwnSort;
  const shown = useMemo(() => {
    const valueOf = columns.find(({ id }) => id === sort?.column)?.sortBy;
    const collator = new Intl.Collator(language, { numeric: true });
    const inOrder = valueOf && sort && !isInOrder ? sorted(rows, valueOf, sort.isDescending, collator) : rows;
    return inOrder.slice(0, limit);
  }, [rows, columns, sort, language, limit, isInOrder]);
  if (!isLoading && rows.length === 0) return empty;
  return (
    <>
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      <div className="ui-table-frame" ref={frame} {...(isScrollable && { tabIndex: 0 })}>
        <table
          className={isCompact ? 'ui-table ui-table--compact' : 'ui-table'}
          aria-label={label}
          aria-busy={isLoading}
          role="table"
        >
          <thead role="rowgroup">
            <tr role="row">
              {selection && (
                <th className="ui-table__cell--select" role="columnheader">
                  <SelectAll keys={shown.map(keyOf)} selection={selection} label={t('ui.select_all')} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {isLoading &&
              SKELETON_ROWS.map((row) => (
                <tr key={row} role="row">
                  <td colSpan={columns.length + (selection ? 1 : 0)} role="cell">
                    <Skeleton height={20} />
                  </td>
                </tr>
              ))}
            {!isLoading &&
              shown.map((row) => (
                <MemoizedRow
                  key={keyOf(row)}
                  id={keyOf(row)}
                  row={row}
                  columns={columns}
                  {...(selection && { selection })}
                />
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Whether an element is narrower than its content: then it needs the focus, so that the keyboard can scroll it. */
function useScrollable(): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setScrollable(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  });
  return [element, isScrollable];
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}

function HeaderCell<Row>({ column: { id, header, align, sortBy, isDescendingFirst }, sort, onSort }: HeaderProps<Row>) {
  const isSorted = sort?.column === id;
  return (
    <th
      className={align && `ui-table__cell--${align}`}
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sortBy ? (
        <button
          type="button"
          className="ui-table__sort ui-inline ui-center ui-gap-1"
          onClick={() => onSort(nextSort(sort, id, isDescendingFirst))}
        >
          {header}
          <Icon name={isSorted && sort.isDescending ? 'down' : 'up'} size={12} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  selection?: Selection<Row>;
}

function BodyRow<Row>({ id, row, columns, selection }: BodyRowProps<Row>) {
  const isSelected = selection?.selected.has(id);
  return (
    <tr role="row" aria-selected={isSelected}>
      {selection && (
        <td className="ui-table__cell--select" role="cell">
          <Checkbox
            label={selection.labelOf(row)}
            isSelected={isSelected!}
            onChange={(isChosen) => selection.onChange(withKey(selection.selected, id, isChosen))}
          />
        </td>
      )}
      {columns.map(({ id: column, header, cell, align }, index) =>
        index === 0 ? (
          <th key={column} role="rowheader" scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={column} role="cell" data-label={header} className={align && `ui-table__cell--${align}`}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Of a long list whose columns are kept, only the rows that are added are drawn. */
const MemoizedRow = memo(BodyRow) as typeof BodyRow;

function withKey(keys: ReadonlySet<string>, key: string, isChosen: boolean): ReadonlySet<string> {
  return new Set(isChosen ? [...keys, key] : [...keys].filter((other) => other !== key));
}

/** Keys that are not shown stay as they are. */
function withAll(selected: ReadonlySet<string>, keys: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const shown = new Set(keys);
  const others = [...selected].filter((key) => !shown.has(key));
  return new Set(isChosen ? [...others, ...keys] : others);
}

interface SelectAllProps<Row> {
  keys: readonly string[];
  selection: Selection<Row>;
  label: string;
}

function SelectAll<Row>({ keys, selection: { selected, onChange }, label }: SelectAllProps<Row>) {
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <Checkbox
      label={label}
      isSelected={count > 0 && count === keys.length}
      isIndeterminate={count > 0 && count < keys.length}
      onChange={(isChosen) => onChange(withAll(selected, keys, isChosen))}
    />
  );
}

/** In place of a column: the rows are in the order in which they are given. */
const GIVEN_ORDER = '';

/** In place of the headers, which a phone does not show. */
function PhoneSort<Row>({
  columns,
  sort,
  onSort,
}: Omit<HeaderProps<Row>, 'column'> & Pick<TableProps<Row>, 'columns'>) {
  const t = useTranslate();
  const sortable = columns.filter(({ sortBy }) => sortBy);
  if (sortable.length === 0) return null;
  const options = sortable.map(({ id, header }) => ({ id, text: header }));
  if (sort === null) options.unshift({ id: GIVEN_ORDER, text: t('ui.default_order') });
  const { column, isDescending } = sort ?? { column: GIVEN_ORDER, isDescending: false };
  return (
    <div className="ui-table__phone-sort">
      <Select
        label={t('ui.sort_by')}
        options={options}
        value={column}
        onChange={(id) => {
          if (id !== GIVEN_ORDER) onSort(nextSort(null, id, columns.find((one) => one.id === id)?.isDescendingFirst));
        }}
      />
      {sort !== null && (
        <IconButton
          icon={isDescending ? 'down' : 'up'}
          label={t(isDescending ? 'ui.descending' : 'ui.ascending')}
          onPress={() => onSort({ column, isDescending: !isDescending })}
        />
      )}
    </div>
  );
}

interface LoadMoreProps {
  /** Absent where the rows are there, and only not drawn: on paper they are. */
  isBusy?: boolean;
  onPress: () => void;
}

/** A button below a list for its next part; on paper, a note that the list is longer. */
export function LoadMore({ isBusy = false, onPress }: LoadMoreProps) {
  const t = useTranslate();
  return (
    <div className="ui-load-more">
      <Button isBusy={isBusy} onPress={onPress}>
        {t('ui.more')}
      </Button>
      <span className="ui-load-more__printed">{t('ui.more_printed')}</span>
    </div>
  );
}
