import {
  count,
  countOf,
  cursor,
  domain,
  flag,
  limit,
  list,
  locale,
  nullable,
  object,
  ownOfSources,
  refresh,
  shortSources,
  text,
  type Tool,
} from './tool.ts';
import type { KeywordItem, KeywordsAnswer, LongTailAnswer } from '../core/keywords/answer-schema.ts';
import { sorts } from '../core/keywords/choices.ts';
import type { Parameters } from './endpoints.ts';

const DEFAULT_KEYWORDS = 20;

export const findKeywords: Tool<Parameters & { limit?: number }> = {
  name: 'find_keywords',
  title: 'Keywords',
  description:
    "Returns search queries: keywords that contain the words q, or that match the subject of a domain's home page, or " +
    'both. score: 0-100, how prominently search engines suggest it. search_volume: searches per month, null if no source ' +
    'of volumes is configured. Give q, domain or both.',
  input: {
    type: 'object',
    properties: {
      q: { type: 'string', description: 'Words, such as running shoes' },
      domain,
      ...locale,
      word_count: { type: 'string', description: 'Number of words: 3, 3-5 or 4+' },
      sort: { type: 'string', enum: [...sorts] },
      limit: limit(200, DEFAULT_KEYWORDS),
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
  requestsMore: ({ limit = DEFAULT_KEYWORDS }) => limit > DEFAULT_KEYWORDS,

  async run({ limit = DEFAULT_KEYWORDS, ...given }, callEndpoint) {
    const found = await callEndpoint<KeywordsAnswer>('/keywords', { ...given, limit });
    const { items, sources, limit: _, ...answer } = found;
    const more = answer.truncated ? ' For more, call find_keywords again with cursor set to next_cursor.' : '';
    const pending = answer.index_pending ? ' More are being indexed: call find_keywords again in 60 seconds.' : '';
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

const DEFAULT_LONG_TAIL = 40;

export const findLongTail: Tool<Parameters & { limit?: number }> = {
  name: 'find_long_tail',
  title: 'Long-tail keywords',
  description:
    'Returns longer variants of a seed keyword that search engines suggest, in groups: questions, comparisons, prices, … ' +
    'Use it to find content ideas. score: 0-100, how prominently search engines suggest it.',
  input: {
    type: 'object',
    properties: {
      keyword: { type: 'string', description: 'Seed keyword, such as seo tools' },
      ...locale,
      limit: limit(400, DEFAULT_LONG_TAIL),
      refresh,
    },
    required: ['keyword'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: { keyword: text, count, truncated: flag, groups: list, coverage: object, sources: list },
    required: ['count', 'groups', 'sources'],
  },
  own: ['keyword', 'language', 'country', 'cache_status', 'groups.id', 'groups.label', ...ownOfSources],
  requestsMore: ({ limit = DEFAULT_LONG_TAIL }) => limit > DEFAULT_LONG_TAIL,

  async run({ limit = DEFAULT_LONG_TAIL, ...given }, callEndpoint) {
    const found = await callEndpoint<LongTailAnswer>('/long-tail', { ...given, limit });
    const { groups, sources, limit: _, ...answer } = found;
    const data = { ...answer, groups: groups.map(shortGroup), sources: shortSources(sources) };
    const { queries_failed: failed } = answer.coverage;
    const missing =
      failed > 0 ? ` ${countOf(failed, 'request')} to search engines failed: a later call may find more.` : '';
    const more = answer.truncated ? ' For more, set a higher limit.' : '';
    return {
      data,
      summary: `${countOf(answer.count, 'keyword')} in ${countOf(groups.length, 'group')}.${more}${missing}`,
    };
  },
};

function shortGroup({ id, label, count, items }: LongTailAnswer['groups'][number]) {
  const short = items.map(({ keyword, score, search_volume }) => ({ keyword, score, search_volume }));
  return { id, label, count, items: short };
}
