import * as z from 'zod';
import type { Locale } from '../choices.ts';
import { amount, callDataForSeo, count } from '../../sources/providers/dataforseo-api.ts';
import { type DataSource, fetchSource } from '../../sources/providers/fetch-source.ts';
import type { ProviderServices } from '../../sources/providers/provider-services.ts';
import { answerOf, orNull } from '../../sources/providers/read-response.ts';
import type { ProviderContext } from '../../sources/providers/provider-client.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import type { StoredMetrics } from './suggestion-cache.ts';

const ROWS = 100;
/** Price of a call and its rows. */
const COST_USD = 0.02 + ROWS * 0.0001;
const INLINE_MS = 8_000;

/**
 * Locations of Google's search volumes, by language and market: the ids of countries are 2000 plus the number of
 * ISO 3166-1. DataForSEO Labs has no metrics for mainland China and Russia.
 */
const LOCATIONS: Record<string, number> = {
  'de-AT': 2040,
  'de-CH': 2756,
  'de-DE': 2276,
  'en-AU': 2036,
  'en-CA': 2124,
  'en-GB': 2826,
  'en-IN': 2356,
  'en-US': 2840,
  'es-ES': 2724,
  'es-MX': 2484,
  'fr-FR': 2250,
  'it-IT': 2380,
  'ja-JP': 2392,
  'ko-KR': 2410,
  'pt-BR': 2076,
  'pt-PT': 2620,
  'zh-Hant-TW': 2158,
};

function marketOf({ language, region }: Locale): { location_code: number; language_code: string } | null {
  const location_code = LOCATIONS[`${language}-${region}`];
  return location_code === undefined
    ? null
    : { location_code, language_code: language === 'zh-Hant' ? 'zh-TW' : language };
}

const item = z.object({
  keyword: z.string(),
  keyword_info: orNull(z.object({ search_volume: count, cpc: amount, competition: amount })),
  keyword_properties: orNull(z.object({ keyword_difficulty: orNull(z.number().min(0).max(100)) })),
  search_intent_info: orNull(z.object({ main_intent: orNull(z.string()) })),
});

type MetricsServices = Pick<ProviderServices, 'http' | 'settings' | 'budget' | 'readKeys' | 'now'>;

/**
 * Requests from DataForSEO the keywords that contain the words of a query, with their metrics. This costs money.
 *
 * @param lease lease of the request: nothing is paid after it is lost
 * @returns the answer, with the keywords if the request succeeded
 */
export async function requestMetrics(
  query: string,
  locale: Locale,
  { http, settings, budget, readKeys, now }: MetricsServices,
  lease: HeldLease,
): Promise<{ answer: SourceAnswer; keywords: StoredMetrics['keywords'] | null }> {
  let keywords: StoredMetrics['keywords'] | null = null;
  const provider: DataSource<ProviderContext> = {
    id: 'dataforseo',
    keys: ['dataforseo-login', 'dataforseo-password'],
    inlineMs: INLINE_MS,
    backgroundMs: 0,
    costUsd: COST_USD,
    fetch: (subject, context) =>
      answerOf(() =>
        callDataForSeo(callFor(subject, locale), context, (rows, { status }) => {
          keywords = rows.map(describe);
          return { status: keywords.length > 0 ? 'ok' : 'empty', http_status: status };
        }),
      ),
  };
  if (!marketOf(locale)) return { answer: { status: 'unsupported' }, keywords };
  const context = { http: http.inline, baseUrl: settings.baseUrl, keys: await readKeys() };
  const answer = await fetchSource(provider, query, context, {
    settings,
    budget,
    now,
    limits: { mode: 'inline', lease },
  });
  return { answer, keywords };
}

function callFor(keyword: string, locale: Locale) {
  const order_by = ['keyword_info.search_volume,desc'];
  return {
    path: 'keyword_suggestions/live',
    task: {
      keyword,
      ...marketOf(locale),
      include_seed_keyword: true,
      include_serp_info: false,
      limit: ROWS,
      order_by,
    },
    item,
    timeoutMs: INLINE_MS,
    costUsd: COST_USD,
  };
}

function describe(row: z.infer<typeof item>): StoredMetrics['keywords'][number] {
  return {
    keyword: row.keyword,
    search_volume: row.keyword_info?.search_volume ?? null,
    cpc_usd: row.keyword_info?.cpc ?? null,
    competition: row.keyword_info?.competition ?? null,
    keyword_difficulty: row.keyword_properties?.keyword_difficulty ?? null,
    main_intent: row.search_intent_info?.main_intent ?? null,
  };
}
