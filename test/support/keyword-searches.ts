import { foundPage, reportOfCachedPage } from '../../functions/core/keywords/search/keywords-page.ts';
import { keywordsAnswer } from '../../functions/core/keywords/answer-schema.ts';
import type { KeywordsRequest } from '../../functions/core/keywords/search/request.ts';
import { type KeywordsDependencies, searchKeywords } from '../../functions/core/keywords/search/search-keywords.ts';
import { findLongTail } from '../../functions/core/long-tail/find-long-tail.ts';
import { learnSuggestions } from '../../functions/core/keywords/suggestions/learn-suggestions.ts';
import { ServiceError } from '../../functions/core/platform/http/errors.ts';
import { createLearningRuns } from '../../functions/core/keywords/suggestions/learning-runs.ts';
import { keywordsTable, createSearch } from './keywords.ts';
import { createTestSuggestionServices, type SuggestionOptions } from './suggestion-services.ts';

const nowhere = { in_title: false, in_h1: false, in_description: false, in_url: false };
/** The home page of shoes.com. */
export const SHOES_PAGE = {
  at: '2026-11-20T08:00:00.000Z',
  http_status: 200,
  keywords: [
    { keyword: 'running shoes', score: 90, language: 'en', domain_match: { ...nowhere, in_title: true, in_url: true } },
    { keyword: 'trail running', score: 70, language: 'en', domain_match: { ...nowhere, in_h1: true } },
    { keyword: 'free returns', score: 20, language: 'en', domain_match: nowhere },
  ],
};

/** Opens searches for keywords with real stores, fakes of the engines, and one domain whose page is known. */
export async function createKeywordSearches(options: SuggestionOptions = {}) {
  const opened = await createTestSuggestionServices(options);
  const deps: KeywordsDependencies = {
    ...opened.deps,
    index: opened.index,
    search: createSearch(opened.db),
    findPage: (domain) =>
      domain === 'shoes.com'
        ? Promise.resolve(foundPage(SHOES_PAGE, reportOfCachedPage(SHOES_PAGE)))
        : Promise.reject(new ServiceError('all_sources_failed', { message: 'The home page could not be read' })),
  };

  async function search(request: Partial<KeywordsRequest>) {
    const defaults = { score_min: 0, score_max: 100, sort: 'score', limit: 1_000, refresh: false } as const;
    const word_count = { text: null, min: 1, max: Infinity };
    return keywordsAnswer.parse(
      await searchKeywords({ ...defaults, engine: [], cursor: undefined, word_count, ...request }, deps),
    );
  }

  return {
    ...opened,
    deps,
    search,
    /** Returns all pages of a response. */
    async follow(request: Partial<KeywordsRequest>) {
      const pages = [await search(request)];
      for (let cursor = pages[0]!.next_cursor; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
        pages.push(await search({ ...request, cursor, refresh: true }));
      }
      return pages;
    },
    longTail: (keyword: string) =>
      findLongTail({ keyword, limit: 1_000, refresh: false }, { ...opened.deps, now: Date.now }),
    /** Processes the sent messages like the worker. */
    async workOff() {
      const services = {
        index: opened.index,
        suggestions: opened.services.suggestions,
        runs: createLearningRuns(opened.db, keywordsTable.name, Date.now),
      };
      for (const task of opened.sent.splice(0)) {
        if (task.task === 'learn-suggestions') await learnSuggestions(task, services);
      }
    },
  };
}

export const keywordsOf = ({ items }: { items: { keyword: string }[] }): string[] =>
  items.map(({ keyword }) => keyword);
