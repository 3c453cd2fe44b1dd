/** By which column a table is sorted. */
export interface Sort {
  column: string;
  isDescending: boolean;
}

/** A value that rows are sorted by; `null` where it is unknown. */
export type SortValue = string | number | null;

/**
 * Returns the rows in order. Unknown values are last in either direction, and equal ones keep their order.
 *
 * @param valueOf a row, for the sort
 * @param collator of texts
 */
export function sorted<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
  collator: Intl.Collator,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      if (typeof one.value === 'number' && typeof other.value === 'number') return sign * (one.value - other.value);
      return sign * collator.compare(String(one.value), String(other.value));
    })
    .map(({ row }) => row);
}

/** The sort after a press on a column's header: ascending at first, then the other direction. */
export function nextSort(current: Sort | null, column: string, isDescendingFirst = false): Sort {
  if (current?.column !== column) return { column, isDescending: isDescendingFirst };
  return { column, isDescending: !current.isDescending };
}
