import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AllSourcesFailed } from '../shared/http/errors.ts';
import { recordOf } from '../shared/record/make-entry.ts';
import { queryDomain } from '../shared/domain-record/query-domain.ts';
import { createRecordServices } from '../shared/domain-record/services.ts';
import { requiredSetting } from '../shared/settings.ts';
import { createDomainCache } from '../shared/storage/domain-cache/domain-cache.ts';
import { createDomainKeywords } from '../shared/storage/domain-keywords.ts';
import { createQueryDays } from '../shared/storage/domain-schedule/query-days.ts';
import { sdkItemClient } from '../shared/storage/dynamodb/client.ts';
import { createSuggestionCache } from '../shared/storage/suggestion-cache.ts';
import { askOnce } from '../shared/keyword-research/ask-once.ts';
import type { SuggestionRequest } from '../shared/keyword-research/find-suggestions.ts';
import type { Outcome, Question } from '../shared/keyword-research/questions.ts';
import { createSuggestionServices } from '../shared/keyword-research/services.ts';
import { type FoundPage, foundPage } from './domain-page.ts';

/** Engines are asked for so long; the answer has to be there within ten seconds. */
const ASK_MS = 9_500;

interface Clients {
  client: DynamoDBClient;
  documents: DynamoDBDocumentClient;
}

/** Made once an instance, when it first needs them. */
let made: ReturnType<typeof make> | undefined;

function make({ client, documents }: Clients) {
  const keywordsTable = requiredSetting('KEYWORDS_TABLE');
  const cache = createDomainCache(client, requiredSetting('DOMAIN_CACHE_TABLE'));
  return {
    asking: createSuggestionServices(documents, createSuggestionCache(documents, keywordsTable)),
    domainKeywords: createDomainKeywords(documents, keywordsTable),
    records: {
      ...createRecordServices({ client, cache }),
      schedule: createQueryDays(sdkItemClient(client), requiredSetting('DOMAIN_SCHEDULE_TABLE')),
    },
  };
}

/** Asks engines what was not answered yet. */
export function ask(request: SuggestionRequest, missing: Question[], clients: Clients): Promise<Outcome[]> {
  return askOnce(request, missing, ASK_MS, (made ??= make(clients)).asking);
}

/**
 * Fetches a domain as a query does, which leaves the keywords of its home page.
 *
 * @throws {AllSourcesFailed} when its home page cannot be read
 */
export async function readPage(domain: string, refresh: boolean, clients: Clients): Promise<FoundPage> {
  const { records, domainKeywords } = (made ??= make(clients));
  const { entry, cacheStatus } = await queryDomain({ domain, refresh }, records);
  const found = await domainKeywords.read(domain);
  if (!found && cacheStatus === 'hit') return readPage(domain, true, clients);
  const report = recordOf(entry).sources.find(({ id }) => id === 'site');
  if (found && report) return foundPage(found, { ...report, fields: ['domain_match'] });
  throw new AllSourcesFailed(`The home page of ${domain} could not be read: ${report?.error?.code ?? 'unknown'}`);
}
