import { getDomain } from 'tldts';
import * as z from 'zod';
import { answerOf, badKey, listOf, orNull, readJson } from './providers/read-response.ts';
import type { ProviderAddress } from './providers/provider-client.ts';
import type { Source } from './source.ts';

const address: ProviderAddress = {
  setting: 'OPEN_PAGE_RANK_URL',
  baseUrl: 'https://openpagerank.keywordseverywhere.com',
};
/** The free rate limit: 60 requests per minute. */
const RATE_LIMIT = { key: 'open-page-rank', intervalMs: 1_000 };
const REQUEST_MS = 15_000;

const score = z.number().min(0).max(10);

/** A month of the history; months without a score are omitted. */
const month = z.object({ date: z.iso.date(), open_page_rank: score, estimated: z.boolean().catch(false) });

/** Domains in `invalid` are missing from `results`. */
const lookUps = z.object({
  as_of: orNull(z.iso.date()),
  results: listOf(
    z.object({
      domain: z.string(),
      found: z.boolean(),
      open_page_rank: orNull(score),
      rank: orNull(z.int().positive()),
      referring_domains: orNull(z.int().nonnegative()),
      history: listOf(month).catch([]),
    }),
  ),
});

/** Score of the registrable domain in the link graph, with its monthly history. */
export const openPageRankSource: Source = {
  id: 'open_page_rank',
  fields: ['popularity.open_page_rank'],
  attribution: 'Open PageRank (https://openpagerank.keywordseverywhere.com), computed from the Common Crawl web graph',
  isEvidence: true,
  address,
  keys: ['open-page-rank-key'],
  maxAgeDays: 30,
  inlineMs: 6_000,
  backgroundMs: 30_000,
  costUsd: 0,
  fetch: (domain, context) =>
    answerOf(async () => {
      const base = context.baseUrl(address);
      const name = getDomain(domain) ?? domain;
      const response = await context.http.request(new URL('/v1/domains/bulk', base).href, {
        rateLimit: RATE_LIMIT,
        timeoutMs: REQUEST_MS,
        method: 'POST',
        headers: { authorization: `Bearer ${context.keys['open-page-rank-key']}` },
        json: { domains: [name], include_history: true },
      });
      if (response.status === 401) throw badKey(response);
      const { as_of, results } = readJson(response, lookUps);
      const result = results.find((candidate) => candidate.domain.toLowerCase() === name);

      const http_status = response.status;
      if (!result?.found) return { status: 'empty', http_status, sections: { 'popularity.open_page_rank': null } };
      const { open_page_rank, rank, referring_domains, history } = result;
      return {
        status: 'ok',
        http_status,
        sections: { 'popularity.open_page_rank': { score: open_page_rank, rank, referring_domains, date: as_of } },
        past: history
          .filter(({ estimated }) => !estimated)
          .map(({ date, open_page_rank: past }) => ({ date, values: { open_page_rank: past } })),
      };
    }),
};
