import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readParameters } from '../shared/http/parameters.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createNetwork, userAgent } from '../shared/network/network.ts';
import { requiredSetting } from '../shared/settings.ts';
import { sources } from '../shared/sources/index.ts';
import { createDocumentClient } from '../shared/storage/document-client.ts';
import type { DomainCache } from '../shared/storage/domain-cache.ts';
import { createDomainHistory } from '../shared/storage/domain-history.ts';
import type { DomainSchedule } from '../shared/storage/domain-schedule.ts';
import { createFetchLeases } from '../shared/storage/fetch-lease.ts';
import { answerData } from './answer.ts';
import { queryDomain } from './query-domain.ts';
import { queryParameters } from './request.ts';

const overrides = parseHostOverrides(process.env.RESOLVE_OVERRIDES ?? '');
const network = createNetwork({
  overrides,
  userAgent: userAgent(requiredSetting('CRAWLER_CONTACT_URL')),
  dnsServers: process.env.RESOLVE_DNS_SERVERS?.split(',') ?? [],
});
const parameters = queryParameters((host) => overrides.find(host) !== null);

interface HotClients {
  client: DynamoDBClient;
  cache: DomainCache;
  schedule: DomainSchedule;
}

/** The full way of a query: validate, read again under the validated name, fetch where it is asked for or needed. */
export async function answerMiss(event: APIGatewayProxyEvent, { client, cache, schedule }: HotClients) {
  const query = readParameters(event, parameters);
  const documents = createDocumentClient(client);
  const now = Date.now;
  const { entry, cacheStatus } = await queryDomain(query, {
    cache,
    schedule,
    history: createDomainHistory(documents, requiredSetting('DOMAIN_HISTORY_TABLE')),
    leases: createFetchLeases(documents, requiredSetting('COORDINATION_TABLE'), now),
    sources,
    context: { network, now },
  });
  return answerData(entry, cacheStatus, now());
}
