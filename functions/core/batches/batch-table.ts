import { type CsvCell, csvText, type CsvTable } from '../platform/text/csv-text.ts';
import { readFields } from '../platform/http/fields.ts';
import { domainMembers } from '../record/members.computed.ts';
import { recordColumns } from '../record/record-columns.ts';
import type { BatchLine, BatchView } from './batch.ts';
import { type LinePage, pageOfLines, type PageRequest } from './page-of-lines.ts';
import { recordValues } from './record-of-line.ts';

/** A page of a batch as a table. */
export interface BatchTable extends Pick<LinePage<unknown>, 'isLast'> {
  table: CsvTable;
}

/**
 * A page of a batch as CSV: a row for each line, with the chosen members of its record as columns. An object is a column
 * for each of its members, a list is one cell; lists of objects, and what is called as the site likes, are JSON text, and
 * are there only where they are chosen.
 *
 * @param now milliseconds since the epoch
 * @throws {ServiceError} invalid_parameter for a cursor of another batch
 */
export async function batchTable(view: BatchView, request: PageRequest, now: number): Promise<BatchTable> {
  const { fields } = view.order;
  const chosen = fields === null ? null : readFields(fields, domainMembers);
  // The domain of the record is that of its line.
  const columns = recordColumns(chosen).filter(({ name }) => name !== 'domain');
  const recordOf = recordValues(view, now);
  const render = (line: BatchLine): CsvCell[] => {
    const data = recordOf(line);
    const { input, domain, status, error } = line;
    const reason = [error?.code ?? null, error?.message ?? null];
    return [input, domain, status, ...reason, ...columns.map(({ cellOf }) => cellOf(data))];
  };
  const textOf = (row: CsvCell[]) => csvText({ header: [], rows: [row] });
  const { items: rows, nextCursor, isLast } = await pageOfLines(view, request, { render, textOf });
  const header = ['input', 'domain', 'status', 'error', 'message', ...columns.map(({ name }) => name)];
  return { table: { header, rows, nextCursor }, isLast };
}
