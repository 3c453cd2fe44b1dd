import { answerTask, dataforseoError, resultOf } from './dataforseo.ts';
import { readData, type StandIn } from './stand-in.ts';

/** By seed. Other keywords have no metrics, so that invented ones are never taken for real ones. */
const known = readData<Record<string, object[]>>('dataforseo-keywords');

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
    const items = rows.map((row) => ({ ...place, ...row }));
    const seed = { ...place, seed_keyword: keyword, total_count: rows.length, items_count: rows.length, offset: 0 };
    return resultOf({ ...seed, items }, 0.02 + rows.length * 0.0001);
  }),
};
