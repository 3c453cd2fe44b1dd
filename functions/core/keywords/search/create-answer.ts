import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { ServiceError } from '../../platform/http/errors.ts';
import { isOfBackOffice } from '../../platform/http/key-id.ts';
import { readParameters } from '../../platform/http/parameters.ts';
import { noteFacts, sourceDurations } from '../../platform/http/request-log.ts';
import type { AnswerParts, NewAnswer } from '../cached-answers.ts';
import { parseHostOverrides } from '../../platform/network/host-overrides.ts';
import { createDomainKeywords } from '../../domains/store/domain-keywords.ts';
import { createKeywordIndex } from '../index/keyword-index.ts';
import { createKeywordSearch } from '../index/keyword-search.ts';
import { createLearnAgainServices, learnAgain } from '../suggestions/learn-again.ts';
import type { LearningState } from '../suggestions/learning-runs.ts';
import { createSuggestionCache } from '../suggestions/suggestion-cache.ts';
import { type FoundPage, foundPage, reportOfCachedPage } from './keywords-page.ts';
import { DOMAIN_DESCRIPTION, type KeywordsRequest, keywordsParameters } from './request.ts';
import { type KeywordsDependencies, searchKeywords } from './search-keywords.ts';
import type { KeywordsSettings } from '../settings.ts';

type Parts = AnswerParts<KeywordsSettings>;

/** Created once per instance, when first needed. */
let services: ReturnType<typeof createServices> | undefined;

/** Loaded only if engines are requested or a page is crawled. */
const loadProviders = () => import('./request-providers.ts');

function createServices({ db, settings }: Parts) {
  const table = settings.KEYWORDS_TABLE;
  return {
    domainKeywords: createDomainKeywords(db, table),
    isReachable: parseHostOverrides(settings.RESOLVE_OVERRIDES).has,
    deps: {
      suggestions: createSuggestionCache(db, table),
      index: createKeywordIndex(db, table),
      search: createKeywordSearch(db, table),
      disabled: settings.DISABLED_SOURCES,
      learnAgain: (request) => learnAgain(request, createLearnAgainServices(db, settings)),
    } satisfies Omit<KeywordsDependencies, 'findPage' | 'requestMissing' | 'runs'>,
  };
}

/** Creates the answer from the index and the stored answers of engines; missing answers and pages are requested. */
export async function createAnswer(event: APIGatewayProxyEvent, parts: Parts): Promise<NewAnswer> {
  const { deps } = (services ??= createServices(parts));
  const { format, ...request } = await readRequest(event, services);
  const findPage = (domain: string, refresh: boolean) => readPage({ domain, refresh, event }, parts);
  let learning: { language: string; state: LearningState } | undefined;
  const runs = {
    async read(language: string) {
      const state = await parts.runs.read(language);
      learning = { language, state };
      return state;
    },
  };
  const requestMissing: KeywordsDependencies['requestMissing'] = async (suggestions, missing) =>
    (await loadProviders()).requestMissing(suggestions, missing, event, parts);
  const answer = await searchKeywords(request, { ...deps, runs, findPage, requestMissing });
  noteFacts(event, { source_ms: sourceDurations(answer.sources) });
  const dataJson = JSON.stringify(answer);
  if (learning && !answer.index_pending) {
    await parts.cached.keep(event, { dataJson, ...learning, sources: answer.sources });
  }
  return { dataJson, format };
}

const textParameters = keywordsParameters(z.string());

/** Reads the parameters. The module that validates domain names is loaded only if there is one. */
async function readRequest(
  event: APIGatewayProxyEvent,
  { isReachable }: ReturnType<typeof createServices>,
): Promise<KeywordsRequest> {
  if (!event.multiValueQueryStringParameters?.domain?.some(Boolean)) return readParameters(event, textParameters);
  const { domainParameter } = await import('../../platform/names/address-parameters.ts');
  const domain = domainParameter(isReachable, DOMAIN_DESCRIPTION);
  return readParameters(event, keywordsParameters(domain));
}

/**
 * Returns the keywords of a domain's home page. A page that has to be crawled counts for the owner of the caller's key.
 *
 * @throws {ServiceError} domain_not_stored if it would have to be crawled for the back office, which has batches for
 *   that
 */
async function readPage(
  { domain, refresh, event }: { domain: string; refresh: boolean; event: APIGatewayProxyEvent },
  parts: Parts,
): Promise<FoundPage> {
  const { domainKeywords } = (services ??= createServices(parts));
  const mayCrawl = !isOfBackOffice(event);
  const known = refresh && mayCrawl ? null : await domainKeywords.read(domain);
  if (known) return foundPage(known, reportOfCachedPage(known));
  if (!mayCrawl) throw new ServiceError('domain_not_stored');
  return (await loadProviders()).readPage({ domain, refresh, event }, parts);
}
