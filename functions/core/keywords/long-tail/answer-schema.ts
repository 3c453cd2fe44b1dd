/**
 * `data` of `/api/v1/seo/long-tail`: source of the types, of the check of responses in tests and of the OpenAPI
 * description. No function loads it.
 */
import { z } from 'zod';
import { count, engine, figures, measures } from '../research/answer-members.ts';
import { sourceReport } from '../../record/schema.ts';
import { groups } from './grouping/groups.ts';

const longTailItem = z.strictObject({
  keyword: z.string().describe('In the normal form'),
  modifier: z.string().nullable().describe('The word by which it belongs to its group'),
  ...measures,
  engines: z.array(engine).describe('Engines that suggest it'),
  ...figures,
});

const groupIds = groups.map(({ id }) => id);

const longTailGroup = z.strictObject({
  id: z.enum(groupIds).describe('Name of the group'),
  label: z.string().describe('For people, in English'),
  label_zh: z.string().describe('For people, in Chinese'),
  count: count.describe('Keywords of the group in this answer'),
  items: z.array(longTailItem).describe('Best first'),
});

/** `data` of `/api/v1/seo/long-tail`. */
export const longTailAnswer = z.strictObject({
  keyword: z.string().describe('The seed as it was understood'),
  language: z.string().describe('BCP 47 tag of the language that was asked in'),
  country: z.string().describe('ISO 3166-1 code of the market that was asked in'),
  cache_status: z
    .enum(['hit', 'miss', 'refreshed'])
    .describe('hit: nobody was asked; miss: engines were asked; refreshed: they were asked anew on request'),
  limit: z.int().positive().describe('As asked for'),
  count: count.describe('Keywords in this answer; the limit is shared by the groups'),
  truncated: z.boolean().describe('There are more'),
  coverage: z
    .strictObject({
      modifiers: z
        .boolean()
        .describe('Whether words of the language were asked with the seed; otherwise letters of its script alone'),
      queries_planned: count.describe('Questions that the seed leads to'),
      queries_ok: count.describe('Answered with suggestions'),
      queries_empty: count.describe('Answered with none'),
      queries_failed: count.describe('Not answered'),
    })
    .describe('What became of the questions to engines; those that failed are asked by the next call'),
  groups: z.array(longTailGroup).describe('Every group, also those without keywords'),
  sources: z.array(sourceReport).describe('Who was asked, now or before, and what came of it'),
});

export type LongTailItem = z.infer<typeof longTailItem>;
export type LongTailAnswer = z.infer<typeof longTailAnswer>;
