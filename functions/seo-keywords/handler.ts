import { jsonOrCsv } from '../shared/http/csv.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { keyIdOf } from '../shared/http/key-id.ts';
import { readParameters } from '../shared/http/parameters.ts';
import { noteFacts, sourceDurations } from '../shared/http/request-log.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { createDocumentClient } from '../shared/storage/dynamodb/document-client.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createDomainKeywords } from '../shared/storage/domain-keywords.ts';
import { createDynamoDB } from '../shared/storage/dynamodb/client.ts';
import { createKeywordIndex } from '../shared/storage/keyword-index.ts';
import { createKeywordSearch } from '../shared/storage/keyword-search.ts';
import { createLearningRuns } from '../shared/storage/learning-runs.ts';
import { createPostingReader } from '../shared/storage/posting-list.ts';
import { createScoredLists } from '../shared/storage/scored-lists.ts';
import { createSuggestionCache } from '../shared/storage/suggestion-cache.ts';
import { type FoundPage, foundPage, reportOfCachedPage } from './domain-page.ts';
import { keywordsTable } from './keywords-table.ts';
import { keywordsParameters } from './request.ts';
import { searchKeywords } from './search-keywords.ts';
import { seoKeywordsSettings } from './settings.ts';

const settings = readSettings(seoKeywordsSettings);
const client = createDynamoDB();
const documents = createDocumentClient(client);
const table = settings.KEYWORDS_TABLE;
const suggestions = createSuggestionCache(documents, table);
const domainKeywords = createDomainKeywords(documents, table);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const parameters = keywordsParameters((host) => overrides.find(host) !== null);

/** Loaded only when engines are asked, a page is crawled or the worker is told something. */
const loadProviders = () => import('./ask-providers.ts');

const deps = {
  suggestions,
  index: createKeywordIndex(documents, table),
  search: createKeywordSearch({
    client: documents,
    table,
    readPostings: createPostingReader(documents, table),
    scored: createScoredLists(documents, table, Date.now),
    rewrite: async (term) => (await loadProviders()).rewrite(term, { client, documents, settings }),
    now: Date.now,
  }),
  runs: createLearningRuns(documents, table, Date.now),
  disabled: settings.DISABLED_SOURCES,
  ask: async (request, missing) => (await loadProviders()).ask(request, missing, { client, documents, settings }),
} satisfies Omit<Parameters<typeof searchKeywords>[1], 'findPage'>;

/** A page that has to be crawled counts for the owner of the caller's key. */
async function findPage(domain: string, refresh: boolean, keyId: string): Promise<FoundPage> {
  const known = refresh ? null : await domainKeywords.read(domain);
  if (known) return foundPage(known, reportOfCachedPage(known));
  return (await loadProviders()).readPage({ domain, refresh, keyId }, { client, documents, settings });
}

/** `GET /api/v1/seo/keywords`: keywords by their words, by domain, or both, as JSON or CSV. */
export const handler = endpoint(async (event) => {
  const answer = await searchKeywords(readParameters(event, parameters), {
    ...deps,
    findPage: (domain, refresh) => findPage(domain, refresh, keyIdOf(event)),
  });
  noteFacts(event, { source_ms: sourceDurations(answer.sources) });
  return jsonOrCsv(event, { json: () => JSON.stringify(answer), csv: () => keywordsTable(answer) });
}, settings);
