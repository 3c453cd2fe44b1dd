import { countOf } from './count-of.ts';
import type { KeywordItem, KeywordsAnswer } from '../../core/keywords/search/answer-schema.ts';
import { sorts } from '../../core/keywords/choices.ts';
import type { Tool } from '../tool.ts';
import { count, cursor, domain, flag, limit, list, locale, nullable, object, refresh } from './schemas.ts';
import { ownOfSources, shortSources } from './sources.ts';

const DEFAULT_LIMIT = 20;

interface Given {
  q?: string;
  domain?: string;
  language?: string;
  country?: string;
  word_count?: string;
  sort?: string;
  limit?: number;
  cursor?: string;
  refresh?: boolean;
}

export const findKeywords: Tool<Given> = {
  name: 'find_keywords',
  title: 'Keywords',
  description:
    "What people type into search engines: keywords that contain the words q, or that a domain's page is about, or " +
    'both. score: 0-100, how prominently engines suggest it. search_volume: searches a month, null where no source ' +
    'with volumes is set up. Give q, domain or both.',
  input: {
    type: 'object',
    properties: {
      q: { type: 'string', description: 'Words, such as running shoes' },
      domain,
      ...locale,
      word_count: { type: 'string', description: 'Number of words: 3, 3-5 or 4+' },
      sort: { type: 'string', enum: [...sorts] },
      limit: limit(200, DEFAULT_LIMIT),
      cursor,
      refresh,
    },
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      query: object,
      count,
      index_pending: flag,
      items: list,
      truncated: flag,
      next_cursor: nullable('string'),
      sources: list,
    },
    required: ['count', 'items', 'sources'],
  },
  own: [
    ...['query.q', 'query.language', 'query.country', 'query.domain', 'query.sort', 'query.word_count', 'next_cursor'],
    ...['items.engines', 'items.intent', ...ownOfSources],
  ],
  wantsMore: ({ limit = DEFAULT_LIMIT }) => limit > DEFAULT_LIMIT,

  async run({ limit = DEFAULT_LIMIT, ...given }, ask) {
    const { items, sources, limit: _, ...answer } = await ask<KeywordsAnswer>('/keywords', { ...given, limit });
    const more = answer.truncated ? ' More follow: call find_keywords again with cursor set to next_cursor.' : '';
    const pending = answer.index_pending ? ' More are being learnt: ask again in a minute.' : '';
    const none = answer.count === 0 ? ' Try fewer or other words, or find_long_tail.' : '';
    return {
      data: { ...answer, items: items.map(shortItem), sources: shortSources(sources) },
      summary: `${countOf(answer.count, 'keyword')}.${more}${pending}${none}`,
    };
  },
};

function shortItem({ keyword, score, search_volume, cpc_usd, keyword_difficulty, intent, engines }: KeywordItem) {
  return { keyword, score, search_volume, cpc_usd, keyword_difficulty, intent, engines };
}
