import { z } from 'zod';
import { count, engine, measures, providerMetrics } from '../keywords/answer-schema.ts';
import { sourceReport } from '../record/schema.ts';
import { groups } from './grouping/groups.ts';

// `data` of the answer: source of the types, of response validation in tests and of the OpenAPI document. No function loads
// it; the conventions are those of the record's schema.

const longTailItem = z.strictObject({
  keyword: z.string().describe('Keyword in the normal form'),
  modifier: z.string().nullable().describe('Word that determines the group of the keyword'),
  ...measures,
  engines: z.array(engine).describe('Engines that suggest the keyword'),
  ...providerMetrics,
});

const groupIds = groups.map(({ id }) => id);

const longTailGroup = z.strictObject({
  id: z.enum(groupIds).describe('Id of the group'),
  label: z.string().describe('Name of the group in English'),
  label_zh: z.string().describe('Name of the group in Chinese'),
  count: count.describe('Number of keywords of the group in this response'),
  items: z.array(longTailItem).describe('Keywords of the group, best first'),
});

/** `data` of `/api/v1/seo/long-tail`. */
export const longTailAnswer = z.strictObject({
  keyword: z.string().describe('The seed in the normal form'),
  language: z.string().describe('BCP 47 tag of the language of the search'),
  country: z.string().describe('ISO 3166-1 code of the market of the search'),
  cache_status: z
    .enum(['hit', 'miss', 'refreshed'])
    .describe(
      'hit: all engine responses were stored; miss: engines were requested; refreshed: engines were requested again because of refresh=1',
    ),
  limit: z.int().positive().describe('Requested maximum number of keywords'),
  count: count.describe('Number of keywords in this response; the limit is shared by the groups'),
  truncated: z.boolean().describe('Whether there are more keywords'),
  coverage: z
    .strictObject({
      modifiers: z
        .boolean()
        .describe(
          'Whether the queries combine the seed with words of the language; false: only with letters of its script',
        ),
      queries_planned: count.describe('Number of queries for the seed'),
      queries_ok: count.describe('Number of queries with suggestions'),
      queries_empty: count.describe('Number of queries without suggestions'),
      queries_failed: count.describe('Number of queries that failed'),
    })
    .describe('Outcome of the queries to engines; the next call repeats the failed queries'),
  groups: z.array(longTailGroup).describe('All groups, including those without keywords'),
  sources: z.array(sourceReport).describe('Sources that were requested, now or earlier, and the outcome of each'),
});

export type LongTailItem = z.infer<typeof longTailItem>;
export type LongTailAnswer = z.infer<typeof longTailAnswer>;
