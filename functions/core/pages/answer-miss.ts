import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createAllowanceServices, fetchAllowance } from '../accounts/fetch-allowance.ts';
import { fetchSlots } from '../accounts/fetch-slots.ts';
import type { PageSettings } from '../platform/settings/settings.ts';
import { isOfBackOffice } from '../platform/http/key-id.ts';
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
  const allowances = createAllowanceServices({ db, settings, isReachable });
  const fetching = fetchSlots({ db, settings, holders: allowances.holders });
  return { services, allowances, fetching, parameters: pageParameters(isReachable) };
}

/** Answers the complete query: validates, reads again under the validated address, and fetches if necessary. */
export async function answerMiss(event: APIGatewayProxyEvent, parts: Parts): Promise<Found> {
  const { services, allowances, fetching, parameters } = (created ??= create(parts));
  const { url: address, refresh, fields } = readParameters(event, parameters);
  const allowance = isOfBackOffice(event) ? null : fetchAllowance(event, allowances);
  const { entry, cacheStatus } = await queryPage(
    { address, refresh, allowance, whileFetching: fetching(event) },
    services,
  );
  noteFacts(event, { cache_status: cacheStatus });
  return { entry, cacheStatus, fields };
}
