import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { chooseHistory } from './choose-history.ts';
import type { HistoryAnswer } from './read-history.ts';
import type { Format } from '../../platform/http/common-parameters.ts';
import { jsonOrCsv } from '../../platform/http/csv.ts';
import { unlessKnown, weakEtag } from '../../platform/http/etag.ts';
import { readFields } from '../../platform/http/fields.ts';
import { historyMembers } from '../../record/members.computed.ts';
import { historyTable } from './history-table.ts';

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
