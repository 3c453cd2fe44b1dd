import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { jsonOrCsv } from '../shared/http/csv.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { keyIdOf } from '../shared/http/key-id.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { noteFacts, sourceDurations } from '../shared/http/request-log.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createDomainKeywordReader } from '../shared/storage/domain-keywords/domain-keyword-reader.ts';
import { createDocumentReader } from '../shared/storage/dynamodb/document-reader.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { createKeywordReader } from '../shared/storage/keyword-index/keyword-reader.ts';
import { createKeywordSearch, type ListKeeper } from '../shared/storage/keyword-index/keyword-search.ts';
import { createPostingReader } from '../shared/storage/keyword-index/posting-list.ts';
import { createLearningRunReader } from '../shared/storage/learning-runs/learning-run-reader.ts';
import { createScoredListReader } from '../shared/storage/scored-lists/scored-list-reader.ts';
import { createSuggestionReader } from '../shared/storage/suggestions/suggestion-reader.ts';
import { type FoundPage, foundPage, reportOfCachedPage } from './domain-page.ts';
import { keywordsTable } from './keywords-table.ts';
import { type KeywordsRequest, keywordsParameters } from './request.ts';
import { searchKeywords } from './search-keywords.ts';
import { seoKeywordsSettings } from './settings.ts';

const settings = readSettings(seoKeywordsSettings);
const { items, loadClient } = openDynamoDB(settings);
const reader = createDocumentReader(items);
const table = settings.KEYWORDS_TABLE;
const domainKeywords = createDomainKeywordReader(reader, table);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const isReachable = (host: string) => overrides.find(host) !== null;
const textParameters = keywordsParameters(z.string());

/** Loaded only when engines are asked or a page is crawled. */
const loadProviders = () => import('./ask-providers.ts');
let keeper: ListKeeper | undefined;

const deps = {
  suggestions: createSuggestionReader(reader, table),
  index: createKeywordReader(reader, table),
  search: createKeywordSearch({
    reader,
    table,
    readPostings: createPostingReader(reader, table),
    scored: createScoredListReader(reader, table),
    loadKeeper: async () =>
      (keeper ??= (await import('./list-keeper.ts')).createListKeeper(await loadClient(), settings)),
    now: Date.now,
  }),
  runs: createLearningRunReader(reader, table, Date.now),
  disabled: settings.DISABLED_SOURCES,
  ask: async (request, missing) =>
    (await loadProviders()).ask(request, missing, { client: await loadClient(), settings }),
} satisfies Omit<Parameters<typeof searchKeywords>[1], 'findPage'>;

/** Names are checked only where one is given. */
async function readRequest(event: APIGatewayProxyEvent): Promise<KeywordsRequest> {
  if (!event.multiValueQueryStringParameters?.domain?.some(Boolean)) return readParameters(event, textParameters);
  const { domainKeywordsParameters } = await import('./domain-request.ts');
  return readParameters(event, domainKeywordsParameters(isReachable));
}

/** A page that has to be crawled counts for the owner of the caller's key. */
async function findPage(domain: string, refresh: boolean, keyId: string): Promise<FoundPage> {
  const known = refresh ? null : await domainKeywords.read(domain);
  if (known) return foundPage(known, reportOfCachedPage(known));
  const { readPage } = await loadProviders();
  return readPage({ domain, refresh, keyId }, { client: await loadClient(), settings });
}

/** `GET /api/v1/seo/keywords`: keywords by their words, by domain, or both, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const { format, ...request } = await readRequest(event);
  const answer = await searchKeywords(request, {
    ...deps,
    findPage: (domain, refresh) => findPage(domain, refresh, keyIdOf(event)),
  });
  noteFacts(event, { source_ms: sourceDurations(answer.sources) });
  const name = ['keywords', answer.query.q, answer.query.domain];
  return jsonOrCsv(event, { format, name, json: () => JSON.stringify(answer), csv: () => keywordsTable(answer) });
}, settings);
