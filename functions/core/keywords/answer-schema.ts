import { z } from 'zod';
import { engineIds, sorts } from './choices.ts';
import { sourceReport } from '../record/schema.ts';

// `data` of the answer: source of the types, of response validation in tests and of the OpenAPI document.
// No function loads it; the conventions are those of the record's schema.

export const count = z.int().nonnegative();
const score = z.int().min(0).max(100);
export const engine = z.enum(engineIds);

export const providerMetrics = {
  search_volume: count
    .nullable()
    .describe('Searches per month in the country of the search; null without a provider value for it'),
  keyword_difficulty: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("Difficulty on the provider's scale; null without a provider value"),
};

export const measures = {
  score: score.describe('How strongly engines suggest the keyword; the guide describes the formula'),
  word_count: count.describe('Number of words, by Unicode segmentation'),
  char_count: count.describe('Number of code points'),
};

const time = z.iso.datetime();
const rankMeaning = 'rank (1 is the first) in the suggestions of each engine that suggests it';

const domainMatch = z.strictObject({
  in_title: z.boolean().describe('Whether it is in the title'),
  in_h1: z.boolean().describe('Whether it is in an h1 heading'),
  in_description: z.boolean().describe('Whether it is in the meta description'),
  in_url: z.boolean().describe('Whether it is in the URL'),
});

const keywordItem = z.strictObject({
  keyword: z.string().describe('Keyword in the normal form: NFKC, lower case, spaces collapsed'),
  match: z
    .enum(['words', 'suggested'])
    .describe('words: contains all words of q, each in any inflection; suggested: an engine suggests it for q'),
  ...measures,
  score: score.nullable().describe('Score; null in a request with q if no engine suggests the keyword'),
  score_basis: z
    .enum(['autocomplete', 'page'])
    .describe('Basis of the scores of the response: autocomplete, or page in a request with domain only'),
  score_version: z.string().describe('Version of the formula; scores of different versions cannot be compared'),
  language: z
    .string()
    .nullable()
    .describe('ISO 639 code of the language, by the script of the keyword or by the request to engines'),
  engines: z.array(engine).describe('Engines that suggest the keyword'),
  ranks: z.partialRecord(engine, z.int().positive()).describe(`Best ${rankMeaning}`),
  ...providerMetrics,
  cpc_usd: z.number().nonnegative().nullable().describe('Cost per click in US dollars; null without a provider value'),
  competition: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Competition of advertisers, 0 to 1; null without a provider value'),
  intent: z
    .strictObject({
      main: z.string().describe('Main intent, for example commercial'),
      method: z.string().describe('Provider of the intent'),
    })
    .nullable()
    .describe('Search intent; null without a provider value'),
  domain_match: domainMatch
    .nullable()
    .describe(
      'Parts of the home page of domain that contain the keyword; null if it is not one of the 100 main phrases of that page, or without domain',
    ),
  first_seen_at: time.describe('When the keyword was first seen'),
  last_seen_at: time.describe('When the keyword was last seen'),
});

/** `data` of `/api/v1/seo/keywords`. */
export const keywordsAnswer = z.strictObject({
  query: z
    .strictObject({
      q: z.string().nullable().describe('The search text in the normal form'),
      language: z.string().nullable().describe('BCP 47 tag of the language of the search; null without q'),
      country: z.string().nullable().describe('ISO 3166-1 code of the market of the search; null without q'),
      domain: z.string().nullable().describe('Domain name under which the record is stored'),
      engine: z.string().nullable().describe('Ids of engines, separated by commas; null: all engines'),
      word_count: z.string().nullable().describe('Requested number of words; null: any'),
      score_min: score.describe('Minimum score'),
      score_max: score.describe('Maximum score'),
      sort: z.enum(sorts).describe('Order of the items'),
    })
    .describe('The request as interpreted, including defaults'),
  limit: z.int().positive().describe('Requested maximum number of keywords'),
  count: count.describe('Number of keywords in this response'),
  truncated: z.boolean().describe('Whether there are, or may be, more keywords'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Value of the parameter cursor for the next page of the same request; null: there is none'),
  index_pending: z
    .boolean()
    .describe('Whether suggested keywords are still being added to the index, which takes seconds; retry the request'),
  items: z
    .array(keywordItem)
    .describe('Keywords in the requested order; if few of the keywords match, fewer than limit or none before the end'),
  sources: z.array(sourceReport).describe('Sources that were requested, now or earlier, and the outcome of each'),
});

export type KeywordItem = z.infer<typeof keywordItem>;
export type KeywordsAnswer = z.infer<typeof keywordsAnswer>;
