import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { fetchAllowance } from '../accounts/fetch-allowance.ts';
import { createAllowanceServices } from '../accounts/services.ts';
import type { KeySettings, PageFetchSettings } from '../platform/settings/settings.ts';
import { isOfBackOffice, keyIdOf } from '../platform/http/key-id.ts';
import { readParameters } from '../platform/http/parameters.ts';
import { noteFacts } from '../platform/http/request-log.ts';
import { queryPage } from './query-page.ts';
import { createPageServices } from './services.ts';
import { pageParameters } from './request.ts';
import type { Found } from './answer.ts';

interface Parts {
  db: DynamoDB;
  settings: PageFetchSettings & KeySettings;
}

/** Created once per instance, when first needed. */
let made: ReturnType<typeof make> | undefined;

function make({ db, settings }: Parts) {
  const services = createPageServices(db, settings);
  const { isReachable } = services;
  const allowances = createAllowanceServices({ db, settings, isReachable });
  return { services, allowances, parameters: pageParameters(isReachable) };
}

/** The complete query: validates, reads again under the validated address, and fetches if requested or needed. */
export async function answerMiss(event: APIGatewayProxyEvent, parts: Parts): Promise<Found> {
  const { services, allowances, parameters } = (made ??= make(parts));
  const { url: address, refresh, fields } = readParameters(event, parameters);
  const allowance = isOfBackOffice(event) ? null : fetchAllowance(keyIdOf(event), allowances);
  const { entry, cacheStatus } = await queryPage({ address, refresh, allowance }, services);
  noteFacts(event, { cache_status: cacheStatus });
  return { entry, cacheStatus, fields };
}
