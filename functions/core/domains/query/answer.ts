import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import type { DomainCache, StoredRecord } from '../store/domain-cache.ts';
import type { QueryDays, ScheduleChange } from '../schedule/query-days.ts';
import { success } from '../../platform/http/envelope.ts';
import { unlessKnown, weakEtag } from '../../platform/http/headers.ts';
import { answerData } from '../../record/answer-data.ts';
import type { CachedRecord } from '../../record/cached-record.ts';
import { domainMembersHash } from '../../record/members-hash.computed.ts';
import type { DomainAnswer } from '../../record/record.ts';

/** Parameters of a plain query; the complete query refuses what it does not know. */
const PLAIN = new Set(['domain', 'refresh', 'fields', 'api_key']);

interface CachedHit extends StoredRecord {
  scheduleChange: ScheduleChange;
  /** The members that are asked for; undefined: all. */
  fields: string | undefined;
}

/** Name of a domain that has no entry. */
interface Absent {
  absent: string;
}

interface Dependencies {
  cache: Pick<DomainCache, 'read'>;
  schedule: QueryDays;
  now: number;
}

/**
 * Reads the cached entry for a plain query, with one `GetItem`. Names are validated before an entry is stored, so
 * nothing is validated here.
 *
 * @returns `null` when nothing was read; then, and when there is no entry, the request needs the complete query
 *   (`answer-miss.ts`)
 */
export async function readCached(event: APIGatewayProxyEvent, deps: Dependencies): Promise<CachedHit | Absent | null> {
  const given = event.multiValueQueryStringParameters ?? {};
  const isPlain =
    Object.keys(given).every((name) => PLAIN.has(name) && given[name]!.length === 1) && !given.refresh?.[0];
  const domain = isPlain ? uncheckedName(given.domain?.[0] ?? '') : null;
  if (domain === null) return null;
  const fields = given.fields?.[0] || undefined;
  if (fields !== undefined && !(await loadFields()).areDomainFields(fields)) return null;

  const [cached, scheduleChange] = await Promise.all([deps.cache.read(domain), noteQuery(domain, deps)]);
  return cached ? { ...cached, scheduleChange, fields } : { absent: domain };
}

/** Most calls want all members. */
const loadFields = () => import('../../record/answer-fields.ts');

/** Records the query for the scheduler; the response does not depend on it. */
async function noteQuery(domain: string, { schedule, now }: Dependencies): Promise<ScheduleChange> {
  try {
    return await schedule.noteQuery(domain, now);
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'asked day not noted', error: (error as Error).name }));
    return null;
  }
}

/** What a query has found. */
export interface Found {
  /** With the revision under which it is stored; one that this call has stored has none. */
  entry: CachedRecord & { revision?: string };
  cacheStatus: DomainAnswer['cache_status'];
  /** The members that were asked for, as valid text; undefined: all. */
  fields: string | undefined;
}

/**
 * The answer with all members or those that were asked for, or 304 where the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(
  event: APIGatewayProxyEvent,
  { entry, cacheStatus, fields }: Found,
  now: number,
): Promise<APIGatewayProxyResult> {
  const answer = success(event, await dataOf({ entry, cacheStatus, fields }, now));
  if (entry.revision === undefined) return answer;
  return unlessKnown(event, weakEtag(domainMembersHash, entry.revision, fields ?? ''), answer);
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return answerData(entry, cacheStatus, now);
  const { answerFields } = await import('../../record/answer-fields.ts');
  return answerFields(entry, cacheStatus, fields, now);
}
