import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createFetchCallers } from '../../accounts/fetch-caller.ts';
import type { QuerySettings } from '../settings.ts';
import { apiCallerOf } from '../../platform/http/caller.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import { noteFacts, sourceDurations } from '../../platform/http/request-log.ts';
import { type CachedRecord, recordOf } from '../../record/cached-record.ts';
import type { DomainAnswer } from '../../record/record.ts';
import { queryDomain } from '../fetch-domain.ts';
import { createRecordServices } from '../services.ts';
import type { QueryDays } from '../schedule/query-days.ts';
import { queryParameters } from './request.ts';

interface Parts {
  db: DynamoDB;
  schedule: QueryDays;
  settings: QuerySettings;
}

/** Result of a query. */
export interface Found {
  /** The entry; without its revision if this call has stored it. */
  entry: CachedRecord & { revision?: string };
  cacheStatus: DomainAnswer['cache_status'];
  /** The requested members, as valid text; undefined: all. */
  fields: string | undefined;
}

/** Created once per instance, when first needed. */
let made: ReturnType<typeof make> | undefined;

function make({ db, settings }: Parts) {
  const services = createRecordServices(db, settings);
  const { isReachable } = services;
  const callerOf = createFetchCallers({ db, settings, isReachable });
  return { services, callerOf, parameters: queryParameters(isReachable) };
}

/**
 * Answers a query completely: validates it, reads the entry, and fetches the domain if requested or needed.
 *
 * @param absent name that has no entry: if it is the validated one, it is not read again
 */
export async function answerMiss(event: APIGatewayProxyEvent, absent: string | null, parts: Parts): Promise<Found> {
  const { services, callerOf, parameters } = (made ??= make(parts));
  const { fields, ...request } = readParameters(event, parameters);
  const query = { ...request, ...callerOf(apiCallerOf(event)), wasAbsent: request.domain === absent };
  const { entry, cacheStatus } = await queryDomain(query, { ...services, schedule: parts.schedule });
  const durations = cacheStatus === 'hit' ? {} : { source_ms: sourceDurations(recordOf(entry).sources) };
  noteFacts(event, { cache_status: cacheStatus, ...durations });
  return { entry, cacheStatus, fields };
}
