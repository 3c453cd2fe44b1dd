import { randomUUID } from 'node:crypto';
import type {
  KeywordList,
  KeywordListChange,
  Keywords,
  LongTail,
  NewKeywordList,
} from '../../../functions/back-office/contract.ts';
import { keywordsTable } from '../../../functions/core/keywords/csv-tables.ts';
import { groups } from '../../../functions/core/keywords/long-tail/grouping/groups.ts';
import { csvText } from '../../../functions/core/platform/text/csv-text.ts';
import { type Call, CsvText } from './fake-back-office.ts';
import { Refusal, refusalOf } from './fake-back-office-refusal.ts';

type Item = Keywords['items'][number];

const TIME = '2026-11-20T08:00:00.000Z';
/** Number of keywords of each searched text. */
const KEYWORDS = 140;
const WORDS = ['for beginners', 'near me', 'cheap', 'best', 'review', 'how to', 'vs', 'price'];

/** Number of answers for `growing` before its suggestions are added. */
const PENDING_ANSWERS = 2;

/**
 * Fake keyword research in memory: `nothing` has no keywords, `growing` none at first, a domain those of its page, and
 * `measured` has paid metrics.
 */
export function createFakeKeywords() {
  const lists = new Map<string, KeywordList>();
  let pendingAnswers = PENDING_ANSWERS;

  function search({ query }: Call): Keywords | CsvText {
    if (/^0|x/.test(query.get('word_count') ?? '')) {
      throw refusalOf('word_count', 'word_count', { min: 1, max: 20 });
    }
    const q = query.get('q');
    const domain = query.get('domain');
    if (domain === 'asked-once.example') {
      throw new Refusal(404, 'domain_not_stored', 'No data are stored for this domain. Fetch it first.');
    }
    const isPending = q === 'growing' && pendingAnswers-- > 0;
    const all =
      q === 'nothing' || isPending ? [] : Array.from({ length: KEYWORDS }, (_, index) => itemOf(q, domain, index));
    const limit = Number(query.get('limit') ?? 50);
    const start = Number(query.get('cursor') ?? 0);
    const items = all.slice(start, start + limit);
    const next = start + limit < all.length ? String(start + limit) : null;
    const answer: Keywords = {
      query: {
        q,
        language: q === null ? null : 'en',
        country: q === null ? null : 'US',
        domain,
        engine: query.get('engine'),
        word_count: query.get('word_count'),
        score_min: Number(query.get('score_min') ?? 0),
        score_max: Number(query.get('score_max') ?? 100),
        sort: 'score',
      },
      limit,
      count: items.length,
      truncated: next !== null,
      next_cursor: next,
      index_pending: isPending,
      items,
      sources: sources(),
    };
    return query.get('format') === 'csv' ? new CsvText(csvText(keywordsTable(answer)), next) : answer;
  }

  function find(id: string): KeywordList {
    const list = lists.get(id);
    if (!list) throw new Refusal(404, 'not_found', 'You have no keyword list with this id.');
    return list;
  }
  function change(id: string, { name, add = [], remove = [] }: KeywordListChange): KeywordList {
    const list = find(id);
    const added = new Map([...list.keywords, ...add].map((one) => [one.keyword, one]));
    for (const keyword of remove) added.delete(keyword);
    const changed = { ...list, name: name ?? list.name, changed_at: new Date().toISOString() };
    lists.set(id, { ...changed, keywords: [...added.values()] });
    return find(id);
  }
  return {
    search,
    longTail: ({ query }: Call) => longTailOf(query.get('keyword')!),
    lists: () => ({
      lists: [...lists.values()].map(({ keywords, ...list }) => ({ ...list, count: keywords.length })),
    }),
    list: find,
    create({ name, keywords = [] }: NewKeywordList) {
      const id = randomUUID();
      lists.set(id, { id, name, changed_at: TIME, keywords });
      return find(id);
    },
    change,
    remove: (id: string) => (lists.delete(id), {}),
  };
}

function itemOf(q: string | null, domain: string | null, index: number): Item {
  const keyword = index === 0 && q ? q : `${q ?? 'camping'} ${WORDS[index % WORDS.length]} ${index}`;
  const isMeasured = q === 'measured';
  return {
    keyword,
    match: index % 9 === 5 ? 'suggested' : 'words',
    score: 100 - Math.floor(index / 2),
    score_basis: 'autocomplete',
    score_version: '2',
    word_count: keyword.split(' ').length,
    char_count: keyword.length,
    language: 'en',
    engines: ['google', 'bing'],
    ranks: { google: 1 + (index % 8), bing: 2 },
    search_volume: isMeasured ? 1_900 - index : null,
    cpc_usd: isMeasured ? 1.25 : null,
    competition: isMeasured ? 0.4 : null,
    keyword_difficulty: isMeasured ? 31 : null,
    intent: isMeasured ? { main: 'commercial', method: 'dataforseo' } : null,
    domain_match: domain ? { in_title: true, in_h1: index % 2 === 0, in_description: false, in_url: false } : null,
    first_seen_at: TIME,
    last_seen_at: TIME,
  };
}

/** Returns three groups with keywords, the first with more than one page. */
function longTailOf(keyword: string): LongTail {
  const counts: Record<string, number> = { questions: 60, commercial: 5, related: 2 };
  const answered = groups.map((group) => {
    const items = Array.from({ length: counts[group.id] ?? 0 }, (_, index) => ({
      keyword: `${keyword} ${group.id} ${index}`,
      modifier: group.id === 'related' ? null : 'why',
      score: 90 - index,
      word_count: 3,
      char_count: 20,
      engines: ['google' as const],
      search_volume: null,
      keyword_difficulty: null,
    }));
    return { ...group, count: items.length, items };
  });
  return {
    keyword,
    language: 'en',
    country: 'US',
    cache_status: 'hit',
    limit: 1_000,
    count: 67,
    truncated: false,
    coverage: { modifiers: true, queries_planned: 80, queries_ok: 70, queries_empty: 8, queries_failed: 2 },
    groups: answered,
    sources: sources(),
  };
}

function sources(): Keywords['sources'] {
  const report = { fields: [], from_cache: true, http_status: 200, duration_ms: null, attribution: null };
  const late = { code: 'timeout', message: 'It did not answer in time', retryable: true };
  return [
    { id: 'google', status: 'ok', fetched_at: TIME, error: null, ...report },
    { id: 'bing', status: 'timeout', fetched_at: TIME, error: late, ...report },
    { id: 'dataforseo', status: 'not_configured', fetched_at: null, error: null, ...report },
  ];
}
