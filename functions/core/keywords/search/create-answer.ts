import type { ApiCaller } from '../../platform/http/caller.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { AnswerParts, NewAnswer } from '../cached-answers.ts';
import { createDomainKeywords } from '../../domains/store/domain-keywords.ts';
import { createKeywordIndex } from '../index/keyword-index.ts';
import { createKeywordSearch } from '../index/keyword-search.ts';
import { createLearnAgainServices, learnAgain } from '../suggestions/learn-again.ts';
import type { LearningState } from '../suggestions/learning-runs.ts';
import { createSuggestionCache } from '../suggestions/suggestion-cache.ts';
import { type FoundPage, foundPage, reportOfCachedPage } from './keywords-page.ts';
import type { KeywordsAnswer } from '../answer-schema.ts';
import type { KeywordsRequest } from './request.ts';
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
export async function createAnswer(
  { format: _, ...request }: KeywordsRequest,
  caller: ApiCaller,
  parts: Parts,
): Promise<NewAnswer<KeywordsAnswer>> {
  const { deps } = (services ??= createServices(parts));
  const findPage = (domain: string, refresh: boolean) => readPage({ domain, refresh, caller }, parts);
  let learning: { language: string; state: LearningState } | null = null;
  const runs = {
    async read(language: string) {
      const state = await parts.runs.read(language);
      learning = { language, state };
      return state;
    },
  };
  const requestMissing: KeywordsDependencies['requestMissing'] = async (suggestions, missing) =>
    (await loadProviders()).requestMissing(suggestions, missing, caller, parts);
  const answer = await searchKeywords(request, { ...deps, runs, findPage, requestMissing });
  return { answer, learning: answer.index_pending ? null : learning };
}

/**
 * Returns the keywords of a domain's home page. A page that has to be crawled counts for the owner of the caller's key.
 *
 * @throws {ServiceError} domain_not_stored if it would have to be crawled for the back office, which has batches for
 *   that
 */
async function readPage(
  { domain, refresh, caller }: { domain: string; refresh: boolean; caller: ApiCaller },
  parts: Parts,
): Promise<FoundPage> {
  const { domainKeywords } = (services ??= createServices(parts));
  const mayCrawl = caller.keyId !== null;
  const known = refresh && mayCrawl ? null : await domainKeywords.read(domain);
  if (known) return foundPage(known, reportOfCachedPage(known));
  if (!mayCrawl) throw new ServiceError('domain_not_stored');
  return (await loadProviders()).readPage({ domain, refresh, caller }, parts);
}
