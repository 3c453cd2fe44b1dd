import { readFields } from '../platform/http/fields.ts';
import { type CsvCell, type CsvTable, csvText } from '../platform/text/csv-text.ts';
import { domainMembers } from '../record/members.computed.ts';
import { recordColumns } from '../record/record-columns.ts';
import { type PageRequest, pageOfRows, recordTexts } from './batch-page.ts';
import type { BatchRow, BatchView } from './batch.ts';

/**
 * Returns a page of a batch as a table: one table row for each row, with the selected members of its record as columns.
 * An object becomes a column for each of its members, a list one cell. Lists of objects, and objects whose member names
 * are chosen by the site, are JSON text and are included only if they are selected.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function batchTable(view: BatchView, request: PageRequest, now: number) {
  const { fields } = view.options;
  const chosen = fields === null ? null : readFields(fields, domainMembers);
  // The domain of the record is that of its row.
  const columns = recordColumns(chosen).filter(({ name }) => name !== 'domain');
  const recordOf = recordTexts(view, now);
  const render = (row: BatchRow): CsvCell[] => {
    const data = JSON.parse(recordOf(row) ?? 'null') as unknown;
    const { input, domain, status, error } = row;
    const reason = [error?.code ?? null, error?.message ?? null];
    return [input, domain, status, ...reason, ...columns.map(({ cellOf }) => cellOf(data))];
  };
  const textOf = (row: CsvCell[]) => csvText({ header: [], rows: [row] });
  const { items: rows, nextCursor, isLast } = await pageOfRows(view, request, { render, textOf });
  const header = ['input', 'domain', 'status', 'error', 'message', ...columns.map(({ name }) => name)];
  const table: CsvTable = { header, rows, nextCursor };
  return { table, isLast };
}
