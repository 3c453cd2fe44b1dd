import { z } from 'zod';
import { engineIds, sorts } from './choices.ts';
import { sourceReport } from '../record/schema.ts';
import { groups } from './long-tail/grouping/groups.ts';

// `data` of the answers of keywords: source of the types, of the check of responses in tests and of the OpenAPI
// description. No function loads it; the conventions are those of the record's schema.

const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
const engine = z.enum(engineIds);

const figures = {
  search_volume: count.nullable().describe('Searches a month; null without a provider that knows it'),
  keyword_difficulty: z.number().min(0).max(100).nullable().describe('As the provider measures it; null without one'),
};

const measures = {
  score: score.describe('How much engines suggest the keyword; how it is made stands in the guide'),
  word_count: count.describe('Words, by the segmentation of Unicode'),
  char_count: count.describe('Code points'),
};

const time = z.iso.datetime();
const places = 'its place (1 is the first) among the suggestions of each engine that suggests it';

const domainMatch = z.strictObject({
  in_title: z.boolean().describe('In the title'),
  in_h1: z.boolean().describe('In an h1 heading'),
  in_description: z.boolean().describe('In the meta description'),
  in_url: z.boolean().describe('In the address'),
});

const keywordItem = z.strictObject({
  keyword: z.string().describe('In the normal form: NFKC, lower case, spaces collapsed'),
  match: z
    .enum(['words', 'suggested'])
    .describe('words: has all words of q, each in any inflection; suggested: an engine gave it in answer to q'),
  ...measures,
  score: score.nullable().describe('How much it is suggested; null beside q where no engine suggests it'),
  score_basis: z
    .enum(['autocomplete', 'page'])
    .describe('Where the scores of the answer come from: autocomplete, or, with domain alone, the page'),
  score_version: z.string().describe('Changes where the formula does'),
  language: z.string().nullable().describe('ISO 639 code: of its script, or of those who were asked'),
  engines: z.array(engine).describe('Engines that suggest it'),
  ranks: z.partialRecord(engine, z.int().positive()).describe(`By engine, ${places}; the best ever seen`),
  ...figures,
  cpc_usd: z.number().nonnegative().nullable().describe('Dollars a click; null without a provider'),
  competition: z.number().min(0).max(1).nullable().describe('Among advertisers, 0 to 1; null without a provider'),
  intent: z
    .strictObject({
      main: z.string().describe('The intent, such as commercial'),
      method: z.string().describe('Who says so'),
    })
    .nullable()
    .describe('What searchers want; null without a provider'),
  domain_match: domainMatch
    .nullable()
    .describe('Where it is on the home page of the requested domain; null where it is not on it, or without a domain'),
  first_seen_at: time.describe('When it was first learnt of'),
  last_seen_at: time.describe('When it was last seen'),
});

/** `data` of `/api/v1/seo/keywords`. */
export const keywordsAnswer = z.strictObject({
  query: z
    .strictObject({
      q: z.string().nullable().describe('The text in the normal form'),
      language: z.string().nullable().describe('BCP 47 tag of the language that was asked in; null without q'),
      country: z.string().nullable().describe('ISO 3166-1 code of the market that was asked in; null without q'),
      domain: z.string().nullable().describe('The name that the domain is kept under'),
      engine: z.string().nullable().describe('Ids of engines, separated by commas; null: all engines'),
      word_count: z.string().nullable().describe('null: any'),
      score_min: score.describe('Least score'),
      score_max: score.describe('Greatest score'),
      sort: z.enum(sorts).describe('Order of the items'),
    })
    .describe('The question as it was understood, with defaults'),
  limit: z.int().positive().describe('As asked for'),
  count: count.describe('Keywords in this answer: the first ones of the order asked for'),
  truncated: z.boolean().describe('There are more, or there may be'),
  next_cursor: z.string().nullable().describe('As cursor of the same request, leads to the next ones; null at the end'),
  index_pending: z
    .boolean()
    .describe('Keywords that engines told are still being added to the index, which takes seconds: ask again'),
  items: z.array(keywordItem).describe('In the order asked for'),
  sources: z.array(sourceReport).describe('Who was asked, now or before, and what came of it'),
});

export type KeywordItem = z.infer<typeof keywordItem>;
export type KeywordsAnswer = z.infer<typeof keywordsAnswer>;

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
