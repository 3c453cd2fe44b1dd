import { countOf } from './count-of.ts';
import type { z } from 'zod';
import type { historyAnswer } from '../../core/record/history-schema.ts';
import type { Tool } from '../tool.ts';
import { count, cursor, domain, flag, limit, list, nullable, object, text } from './schemas.ts';

type Answer = z.infer<typeof historyAnswer>;

const DEFAULT_LIMIT = 10;
const FIELDS = [
  ...['captured_at', 'seo_score', 'http_status', 'tranco_rank', 'open_page_rank', 'organic_etv', 'organic_count'],
  ...['lcp_p75_ms', 'word_count', 'site_score', 'changes'],
].map((name) => `snapshots.${name}`);

interface Given {
  domain: string;
  range?: string;
  from?: string;
  to?: string;
  limit?: number;
  cursor?: string;
}

export const getHistory: Tool<Given> = {
  name: 'get_history',
  title: 'History of a domain',
  description:
    'Figures of a domain over time: snapshots, newest first, and per figure first, last, least, greatest and change. ' +
    'Only domains that were asked for before have a past. Nothing is fetched.',
  input: {
    type: 'object',
    properties: {
      domain,
      range: { type: 'string', description: 'Time back from now: 7d, 30d (default), 90d, 1y; or from and to' },
      from: { type: 'string', description: 'First day, YYYY-MM-DD' },
      to: { type: 'string', description: 'Last day' },
      limit: limit(100, DEFAULT_LIMIT),
      cursor,
    },
    required: ['domain'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      domain: text,
      count,
      snapshots: list,
      summary: object,
      truncated: flag,
      next_cursor: nullable('string'),
    },
    required: ['domain', 'count', 'snapshots', 'summary'],
  },
  own: ['domain', 'range', 'next_cursor', 'snapshots.changes', 'snapshots.changes.field', 'snapshots.changes.figure'],
  wantsMore: ({ limit = DEFAULT_LIMIT }) => limit > DEFAULT_LIMIT,

  async run({ limit = DEFAULT_LIMIT, ...given }, ask) {
    const fields = [...FIELDS, 'summary', 'range', 'from', 'to'];
    const answer = await ask<Answer>('/history', { ...given, limit, fields });
    const more = answer.truncated ? ' Older ones follow: call get_history again with cursor set to next_cursor.' : '';
    const none = answer.count === 0 ? ' Call get_domain: its history begins with the first query.' : '';
    return { data: { ...answer }, summary: `${answer.domain}: ${countOf(answer.count, 'snapshot')}.${more}${none}` };
  },
};
