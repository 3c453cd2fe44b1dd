import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { HistoryAnswer } from './read-history.ts';
import type { Format } from '../../platform/http/parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import { type Fields, readFields, selectFields } from '../../platform/http/fields.ts';
import { historyMembers } from '../../record/members.computed.ts';
import type { CsvTable } from '../../platform/text/csv-text.ts';
import { valueNames } from '../../record/history-values.ts';

/** Characters of the date in a time. */
const DATE = 'YYYY-MM-DD'.length;

/**
 * The answer with all members or those that were asked for, as JSON or CSV, or 304 where the caller has it already. That
 * the window goes on with the time is no other answer.
 *
 * @param asked parameters, valid; without `fields`: all members; without `format`: the form that `Accept` prefers
 */
export function respond(
  event: APIGatewayProxyEvent,
  found: HistoryAnswer,
  { fields, format }: { fields?: string | undefined; format?: Format | undefined },
): APIGatewayProxyResult {
  const chosen = fields === undefined ? null : readFields(fields, historyMembers);
  const window = found.range === null ? [found.from.slice(0, DATE), found.to.slice(0, DATE)] : [found.range];
  const answer = jsonOrCsv(event, {
    format,
    name: () => ['history', found.domain, ...window],
    json: () => JSON.stringify(chosen ? chooseHistory(found, chosen) : found),
    csv: () => historyTable(found, chosen?.get('snapshots') ?? null),
  });
  const { to: _, next_cursor: __, ...lasting } = found;
  const form = String(answer.headers?.['Content-Type']);
  return unlessKnown(event, weakEtag(form, fields ?? '', JSON.stringify(lasting)), answer);
}

/** Members that are in each answer, chosen or not. */
const ALWAYS = ['domain', 'count', 'truncated', 'next_cursor'];

/** `data` of a history with chosen members, and those that are always there. */
export function chooseHistory(found: HistoryAnswer, chosen: Fields): unknown {
  const selected: Fields = new Map([...chosen, ...ALWAYS.map((name) => [name, null] as const)]);
  return selectFields(found, selected, historyMembers);
}

const COLUMNS = ['captured_at', 'date', 'site_status', 'origin', ...valueNames] as const;

/**
 * One row per snapshot, newest first, with the number of its changes.
 *
 * @param chosen members of snapshots, beside `captured_at`; `null`: all
 */
export function historyTable({ snapshots, next_cursor }: HistoryAnswer, chosen: Fields | null = null): CsvTable {
  const columns = COLUMNS.filter((name) => !chosen || name === 'captured_at' || chosen.has(name));
  const hasChanges = !chosen || chosen.has('changes');
  return {
    header: [...columns, ...(hasChanges ? ['changes_total'] : [])],
    rows: snapshots.map((snapshot) => [
      ...columns.map((name) => snapshot[name]),
      ...(hasChanges ? [snapshot.changes.length] : []),
    ]),
    nextCursor: next_cursor,
  };
}
