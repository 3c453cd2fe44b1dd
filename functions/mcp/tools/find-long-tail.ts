import { countOf } from './count-of.ts';
import type { LongTailAnswer } from '../../core/keywords/long-tail/answer-schema.ts';
import type { Tool } from '../tool.ts';
import { count, flag, limit, list, locale, object, refresh, text } from './schemas.ts';
import { ownOfSources, shortSources } from './sources.ts';

const DEFAULT_LIMIT = 40;

interface Given {
  keyword: string;
  language?: string;
  country?: string;
  limit?: number;
  refresh?: boolean;
}

export const findLongTail: Tool<Given> = {
  name: 'find_long_tail',
  title: 'Long-tail keywords',
  description:
    'Longer forms of a seed keyword as search engines suggest them, in groups: questions, comparisons, prices, … ' +
    'For ideas of what to write about. score: 0-100, how prominently engines suggest it.',
  input: {
    type: 'object',
    properties: {
      keyword: { type: 'string', description: 'Seed, such as seo tools' },
      ...locale,
      limit: limit(400, DEFAULT_LIMIT),
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
  wantsMore: ({ limit = DEFAULT_LIMIT }) => limit > DEFAULT_LIMIT,

  async run({ limit = DEFAULT_LIMIT, ...given }, ask) {
    const { groups, sources, limit: _, ...answer } = await ask<LongTailAnswer>('/long-tail', { ...given, limit });
    const data = { ...answer, groups: groups.map(shortGroup), sources: shortSources(sources) };
    const { queries_failed: failed } = answer.coverage;
    const missing = failed > 0 ? ` ${failed} questions to engines failed: the same call later finds more.` : '';
    const more = answer.truncated ? ' There are more: set limit higher.' : '';
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
