import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { createCachedEndpoint, responseTo } from '../../platform/http/cached-endpoint.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createDomainCache, type DomainCache, type StoredRecord } from '../store/domain-cache.ts';
import { createQueryDays, type QueryDays, type ScheduleChange } from '../schedule/query-days.ts';
import { createDynamoDB } from '../../platform/dynamodb/light-client.ts';
import type { QuerySettings } from '../settings.ts';
import type { Found } from './answer-miss.ts';
import { uncheckedName } from '../../platform/names/ascii-host.ts';
import { plainParameters } from '../../platform/http/plain-query.ts';
import { answerData } from '../../record/answer-data.ts';
import { domainMembersHash } from '../../record/members-hash.computed.ts';
import { logWarning } from '../../platform/log-warning.ts';

/** Creates the endpoint of the query. A cached answer costs one read; code that only a miss needs is loaded at the miss. */
export function createQueryEndpoint(settings: QuerySettings): Endpoint {
  const db = createDynamoDB(settings);
  const cache = createDomainCache(db, settings.DOMAIN_CACHE_TABLE);
  const schedule = createQueryDays(db, settings.DOMAIN_SCHEDULE_TABLE);

  return createCachedEndpoint<Found & Partial<Pick<CachedHit, 'scheduleChange'>>, string | null>({
    async read(event, now) {
      const cached = await readCached(event, { cache, schedule, now });
      if (!cached || 'absent' in cached) return { missed: cached?.absent ?? null };
      const { fields, scheduleChange } = cached;
      return { stored: { entry: cached, cacheStatus: 'hit', fields, scheduleChange } };
    },
    hitFacts: { cache_status: 'hit' },
    async afterHit({ entry, scheduleChange = null }, now) {
      const isRetryDue = entry.retryAt !== null && entry.retryAt <= now;
      if (!isRetryDue && !scheduleChange) return;
      const { afterHit } = await import('./after-hit.ts');
      await afterHit(entry, { isRetryDue, scheduleChange }, { db, settings });
    },
    miss: async (event, absent) =>
      (await import('./answer-miss.ts')).answerMiss(event, absent, { db, schedule, settings }),
    respond,
  });
}

/** Parameters of a plain query. */
const PLAIN = new Set(['domain', 'refresh', 'fields', 'api_key']);

interface CachedHit extends StoredRecord {
  scheduleChange: ScheduleChange;
  /** The requested members; undefined: all. */
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
 * @returns `null` if nothing was read. In this case, and if there is no entry, the complete query (`answer-miss.ts`) is
 *   required
 */
export async function readCached(event: APIGatewayProxyEvent, deps: Dependencies): Promise<CachedHit | Absent | null> {
  const given = plainParameters(event, PLAIN);
  if (!given) return null;
  const domain = uncheckedName(given.domain ?? '');
  if (domain === null) return null;
  const { fields } = given;
  if (fields !== undefined && !(await loadFields()).areDomainFields(fields)) return null;

  const [cached, scheduleChange] = await Promise.all([deps.cache.read(domain), recordQuery(domain, deps)]);
  return cached ? { ...cached, scheduleChange, fields } : { absent: domain };
}

/** Loaded only if members are selected, which most calls do not do. */
const loadFields = () => import('../../record/answer-fields.ts');

/** Records the query for the scheduler; the response does not depend on it. */
function recordQuery(domain: string, { schedule, now }: Dependencies): Promise<ScheduleChange> {
  return schedule.recordQuery(domain, now).catch(logWarning('query day not recorded'));
}

/**
 * Creates the answer with all or the requested members, or 304 if the caller has it already.
 *
 * @param now milliseconds since the epoch
 */
export async function respond(
  event: APIGatewayProxyEvent,
  { entry, cacheStatus, fields }: Found,
  now: number,
): Promise<APIGatewayProxyResult> {
  const { revision } = entry;
  return responseTo(event, {
    json: await dataOf({ entry, cacheStatus, fields }, now),
    revision: revision === undefined ? null : [domainMembersHash, revision, fields ?? ''],
  });
}

async function dataOf({ entry, cacheStatus, fields }: Found, now: number): Promise<string> {
  if (fields === undefined) return answerData(entry, cacheStatus, now);
  const { answerFields } = await import('../../record/answer-fields.ts');
  return answerFields(entry, cacheStatus, fields, now);
}
