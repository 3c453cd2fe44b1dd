import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createFetchCallers } from '../accounts/fetch-caller.ts';
import type { PageSettings } from './settings.ts';
import { apiCallerOf } from '../platform/http/caller.ts';
import { readParameters } from '../platform/http/parameters.ts';
import { noteFacts } from '../platform/http/request-log.ts';
import type { CachedPage, PageAnswer } from '../record/page-record.ts';
import { queryPage } from './query-page.ts';
import { createPageServices } from './read-page.ts';
import { pageParameters } from './request.ts';

interface Parts {
  db: DynamoDB;
  settings: PageSettings;
}

/** Result of a query. */
export interface Found {
  /** The entry, with its revision if it was read from the table; an entry that this call has stored has none. */
  entry: CachedPage & { revision?: string };
  cacheStatus: PageAnswer['cache_status'];
  /** Requested members, as valid text; undefined: all. */
  fields: string | undefined;
}

/** Created once per instance, when first needed. */
let created: ReturnType<typeof create> | undefined;

function create({ db, settings }: Parts) {
  const services = createPageServices(db, settings);
  const { isReachable } = services;
  const callerOf = createFetchCallers({ db, settings, isReachable });
  return { services, callerOf, parameters: pageParameters(isReachable) };
}

/** Answers the complete query: validates, reads again under the validated address, and fetches if necessary. */
export async function answerMiss(event: APIGatewayProxyEvent, parts: Parts): Promise<Found> {
  const { services, callerOf, parameters } = (created ??= create(parts));
  const { url: address, refresh, fields } = readParameters(event, parameters);
  const { entry, cacheStatus } = await queryPage({ address, refresh, ...callerOf(apiCallerOf(event)) }, services);
  noteFacts(event, { cache_status: cacheStatus });
  return { entry, cacheStatus, fields };
}
