import { answerTask, dataforseoError, resultOf } from './dataforseo.ts';
import type { StandIn } from './stand-in.ts';

/** Searches a month, dollars a click, competition, difficulty and intent. Every figure may be unknown. */
type Row = [
  keyword: string,
  volume: number | null,
  cpc: number | null,
  competition: number | null,
  difficulty: number | null,
  intent: string | null,
];

/** By seed. Other keywords have no figures, so that a generated figure is never taken for a real one. */
const known: Record<string, Row[]> = {
  'example keyword': [
    ['example keyword', 5_400, 4.21, 0.12, 61, 'informational'],
    ['free example keyword', 2_900, null, 0.33, 48, 'commercial'],
    ['example keyword price', 320, 2.05, 0.71, null, 'transactional'],
    ['how to example keyword', null, null, null, null, null],
  ],
};

interface Task {
  keyword?: string;
  location_code?: number;
  language_code?: string;
  limit?: number;
}

export const dataforseoKeywords: StandIn = {
  id: 'dataforseo_keywords',
  method: 'POST',
  path: /^\/v3\/dataforseo_labs\/google\/keyword_suggestions\/live$/,
  answer: answerTask(({ keyword, location_code, language_code, limit = 100 }: Task) => {
    if (!keyword) return dataforseoError(40_501, "Invalid Field: 'keyword'.", 'task');
    const rows = known[keyword]?.slice(0, limit);
    if (!rows) return dataforseoError(40_102, 'No Search Results.', 'task');
    const place = { se_type: 'google', location_code, language_code };
    const items = rows.map((row) => ({ ...place, ...itemOf(row) }));
    const seed = { ...place, seed_keyword: keyword, total_count: rows.length, items_count: rows.length, offset: 0 };
    return resultOf({ ...seed, items }, 0.02 + rows.length * 0.0001);
  }),
};

function itemOf([keyword, search_volume, cpc, competition, keyword_difficulty, main_intent]: Row) {
  return {
    keyword,
    keyword_info: { last_updated_time: '2026-09-12 03:11:09 +00:00', competition, cpc, search_volume },
    keyword_properties: { core_keyword: null, keyword_difficulty, detected_language: 'en' },
    search_intent_info: main_intent === null ? null : { main_intent, foreign_intent: null },
    serp_info: null,
  };
}
