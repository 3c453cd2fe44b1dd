import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readParameters } from '../shared/http/parameters.ts';
import { noteFacts, sourceDurations } from '../shared/http/request-log.ts';
import { recordOf } from '../shared/record/make-entry.ts';
import { queryDomain } from '../shared/domain-record/query-domain.ts';
import { createRecordServices } from '../shared/domain-record/services.ts';
import type { QueryDays } from '../shared/storage/domain-schedule/query-days.ts';
import type { RecordSettings } from '../shared/domain-record/settings.ts';
import { queryParameters } from './request.ts';
import type { Found } from './respond.ts';

interface Parts {
  client: DynamoDBClient;
  schedule: QueryDays;
  settings: RecordSettings;
}

/** Created once per instance, when first needed. */
let made: ReturnType<typeof make> | undefined;

function make({ client, settings }: Parts) {
  const services = createRecordServices(client, settings);
  return { services, parameters: queryParameters(services.isReachable) };
}

/** The complete query: validates, reads again under the validated name, and fetches if requested or needed. */
export async function answerMiss(event: APIGatewayProxyEvent, parts: Parts): Promise<Found> {
  const { services, parameters } = (made ??= make(parts));
  const { fields, ...query } = readParameters(event, parameters);
  const { entry, cacheStatus } = await queryDomain(query, { ...services, schedule: parts.schedule });
  const asked = cacheStatus === 'hit' ? {} : { source_ms: sourceDurations(recordOf(entry).sources) };
  noteFacts(event, { cache_status: cacheStatus, ...asked });
  return { entry, cacheStatus, fields };
}
