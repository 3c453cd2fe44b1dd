import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { HistoryAnswer } from './read-history.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { responseTo } from '../../platform/http/cached-endpoint.ts';
import { type Fields, readFields, selectFields } from '../../platform/http/fields.ts';
import { historyMembers } from '../../record/members.computed.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { valueNames } from '../../record/history-values.ts';

/** Characters of the date in a time. */
const DATE = 'YYYY-MM-DD'.length;

/**
 * Creates the answer with all or the requested members, as JSON or CSV, or 304 if the caller has it already. The ETag does
 * not change when only the end of the window moves.
 *
 * @param parameters valid parameters; without `fields`: all members; without `format`: the form that `Accept` prefers
 */
export function respond(
  event: APIGatewayProxyEvent,
  found: HistoryAnswer,
  { fields, format }: { fields?: string | undefined; format?: Format | undefined },
): APIGatewayProxyResult {
  const selected = fields === undefined ? null : readFields(fields, historyMembers);
  const window = found.range === null ? [found.from.slice(0, DATE), found.to.slice(0, DATE)] : [found.range];
  const { to: _, next_cursor: __, ...lasting } = found;
  return responseTo(event, {
    json: JSON.stringify(selected ? selectHistory(found, selected) : found),
    csv: {
      format,
      name: () => ['history', found.domain, ...window],
      table: () => historyTable(found, selected?.get('snapshots') ?? null),
    },
    revision: [fields ?? '', JSON.stringify(lasting)],
  });
}

/** Members that each answer contains. */
const ALWAYS = ['domain', 'count', 'truncated', 'next_cursor'];

/** Returns `data` of a history with the selected members and those that each answer contains. */
export function selectHistory(found: HistoryAnswer, selected: Fields): unknown {
  const members: Fields = new Map([...selected, ...ALWAYS.map((name) => [name, null] as const)]);
  return selectFields(found, members, historyMembers);
}

const COLUMNS = ['captured_at', 'date', 'site_status', 'origin', ...valueNames] as const;

/**
 * Returns a table with one row per snapshot, newest first, with the number of its changes.
 *
 * @param selected members of snapshots in addition to `captured_at`; `null`: all
 */
export function historyTable({ snapshots, next_cursor }: HistoryAnswer, selected: Fields | null = null): CsvTable {
  const columns = COLUMNS.filter((name) => !selected || name === 'captured_at' || selected.has(name));
  const hasChanges = !selected || selected.has('changes');
  return {
    header: [...columns, ...(hasChanges ? ['changes_total'] : [])],
    rows: snapshots.map((snapshot) => [
      ...columns.map((name) => snapshot[name]),
      ...(hasChanges ? [snapshot.changes.length] : []),
    ]),
    nextCursor: next_cursor,
  };
}
