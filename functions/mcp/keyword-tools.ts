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
import type { KeywordItem, KeywordsAnswer } from '../core/keywords/answer-schema.ts';
import type { LongTailAnswer } from '../core/long-tail/answer-schema.ts';
import { sorts } from '../core/keywords/choices.ts';
import { isSettled } from '../core/record/merge-record.ts';
import type { Parameters } from './endpoints.ts';
import { MAX_TEXT_LENGTH, quotedList, withLines } from './summary.ts';

/** Length limit of the keywords in the text. */
const MAX_LIST_LENGTH = MAX_TEXT_LENGTH - 300;

const KEYWORD_ROWS = { usual: 20, maximum: 200 };

export const findKeywords: Tool<Parameters & { limit?: number }> = {
  name: 'find_keywords',
  title: 'Keywords',
  description:
    "Returns search queries: keywords that contain the words q, or that match the subject of a domain's home page, or " +
    'both. score: 0-100, how prominently search engines suggest it; with domain alone (score_basis page), how prominent ' +
    'the phrase is on that page. search_volume: searches per month, null if no source of volumes is configured. Give q, ' +
    'domain or both.',
  input: {
    type: 'object',
    properties: {
      q: { type: 'string', description: 'Words, such as running shoes' },
      domain,
      ...locale,
      word_count: { type: 'string', description: 'Number of words: 3, 3-5 or 4+' },
      sort: { type: 'string', enum: [...sorts] },
      limit: limit(KEYWORD_ROWS),
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
      score_basis: nullable('string'),
      items: list,
      truncated: flag,
      next_cursor: nullable('string'),
      sources: list,
    },
    required: ['count', 'items', 'sources'],
  },
  own: [
    ...['query.q', 'query.language', 'query.country', 'query.domain', 'query.sort', 'query.word_count', 'next_cursor'],
    ...['score_basis', 'items.engines', 'items.intent', ...ownOfSources],
  ],
  rows: KEYWORD_ROWS,

  async run({ limit = KEYWORD_ROWS.usual, ...given }, callEndpoint) {
    const found = await callEndpoint<KeywordsAnswer>('/keywords', { ...given, limit });
    const { items, sources, limit: _, ...answer } = found;
    const score_basis = items[0]?.score_basis ?? null;
    const failed = sources.filter((report) => !isSettled(report)).map(({ id, status }) => `${id} ${status}`);
    const isWhole = !answer.truncated && !answer.index_pending && failed.length === 0;
    const next = [
      answer.truncated && 'For more, call find_keywords again with cursor set to next_cursor.',
      answer.index_pending && 'More are being indexed: call find_keywords again in 60 seconds.',
      failed.length > 0 && `Not all sources answered (${failed.join(', ')}): a later call may find more.`,
      isWhole && answer.count === 0 && 'Try fewer or other words, or find_long_tail.',
    ].filter((sentence) => sentence !== false);
    const scores = score_basis === 'page' ? ', with their prominence on the home page' : ', with their scores';
    const front = `${countOf(answer.count, 'keyword')}${items.length > 0 ? scores : ''}.`;
    return {
      data: { ...answer, score_basis, items: items.map(shortItem), sources: shortSources(sources) },
      summary: withLines(front, listOf(items, MAX_LIST_LENGTH), next.join(' ')),
    };
  },
};

/** Returns a line with the first keywords and their metrics; none without keywords. */
function listOf(items: readonly Pick<KeywordItem, 'keyword' | 'score' | 'search_volume'>[], maxLength: number) {
  const texts = items.map(({ keyword, score, search_volume: volume }) =>
    volume === null ? `${keyword} (${score})` : `${keyword} (${score}; ${volume} searches per month)`,
  );
  return texts.length > 0 ? [quotedList(texts, maxLength)] : [];
}

function shortItem({ keyword, score, search_volume, cpc_usd, keyword_difficulty, intent, engines }: KeywordItem) {
  return { keyword, score, search_volume, cpc_usd, keyword_difficulty, intent, engines };
}

const LONG_TAIL_ROWS = { usual: 40, maximum: 400 };

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
      limit: limit(LONG_TAIL_ROWS),
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
  rows: LONG_TAIL_ROWS,

  async run({ limit = LONG_TAIL_ROWS.usual, ...given }, callEndpoint) {
    const found = await callEndpoint<LongTailAnswer>('/long-tail', { ...given, limit });
    const { groups, sources, limit: _, ...answer } = found;
    const data = { ...answer, groups: groups.map(shortGroup), sources: shortSources(sources) };
    const { queries_failed: failed } = answer.coverage;
    const filled = groups.filter(({ items }) => items.length > 0);
    const next = [
      answer.truncated && limit < LONG_TAIL_ROWS.maximum && 'For more, set a higher limit.',
      failed > 0 && `${countOf(failed, 'request')} to search engines failed: a later call may find more.`,
    ].filter((sentence) => sentence !== false);
    const lines = filled.map(
      ({ label, count, items }) => `${label} (${count}): ${listOf(items, MAX_LIST_LENGTH / filled.length - 40)[0]}`,
    );
    const front = `${countOf(answer.count, 'keyword')} in ${countOf(filled.length, 'group')}, with their scores.`;
    return { data, summary: withLines(front, lines, next.join(' ')) };
  },
};

function shortGroup({ id, label, count, items }: LongTailAnswer['groups'][number]) {
  const short = items.map(({ keyword, score, search_volume }) => ({ keyword, score, search_volume }));
  return { id, label, count, items: short };
}
