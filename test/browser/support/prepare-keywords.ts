import { createServer } from 'node:http';
import { engineIds, type Locale } from '../../../functions/core/keywords/choices.ts';
import { planQueries } from '../../../functions/core/long-tail/grouping/plan-queries.ts';
import { listen } from '../../../infra/local-server.ts';
import type { Stores } from './stores.ts';

/** The engine that is requested, and those that are not. */
const ENGINE = 'google';
export const OTHER_ENGINES = engineIds.filter((id) => id !== ENGINE);

const AT = '2026-11-20T08:00:00.000Z';
const ENGLISH: Locale = { language: 'en', region: 'US' };
/** Number of keywords of each searched text. */
const KEYWORDS = 140;
const WORDS = ['for beginners', 'near me', 'cheap', 'best', 'review', 'how to', 'vs', 'price'];

/** Starts an engine that answers in Google's form. */
export async function startEngine() {
  const server = createServer(({ url }, response) => {
    const q = new URL(url!, 'http://engine').searchParams.get('q')!;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([q, phrasesOf(q)]));
  });
  const url = await listen(server);
  return { url, close: () => server.close().closeAllConnections() };
}

const phrasesOf = (q: string) => [q, ...Array.from({ length: KEYWORDS - 1 }, (_, index) => phraseOf(q, index + 1))];
const phraseOf = (q: string, index: number) => `${q} ${WORDS[index % WORDS.length]} ${index}`;

/** Phrases of the long tail of a seed: five with its price, two with another word, and sixty questions. */
const longTailOf = (seed: string) => [
  ...Array.from({ length: 5 }, (_, index) => `${seed} price ${index}`),
  ...[`meadow ${seed}`, `valley ${seed}`],
  ...Array.from({ length: 60 }, (_, index) => `why ${seed} ${String(index).padStart(2, '0')}`),
];

/**
 * Stores suggestions of the engine: `camping` in two locales; `measured` with paid
 * metrics; `nothing` without any; the long tail of `tent` and of two keywords; and the keywords of a home page.
 */
export async function prepareKeywords({ suggestions, domainKeywords }: Stores): Promise<void> {
  const write = async (query: string, phrases: string[], locale = ENGLISH) => {
    await suggestions.write(query, locale, ENGINE, { at: AT, http_status: 200, phrases });
    for (const kind of ['seed', 'modifier'] as const) await suggestions.recordLearned(query, locale, kind, AT);
  };
  await write('camping', phrasesOf('camping'));
  await write('camping', phrasesOf('camping'), { language: 'de', region: 'AT' });
  await write('nothing', []);
  await write('measured', phrasesOf('measured'));
  const metrics = {
    search_volume: 1_899,
    cpc_usd: 1.25,
    competition: 0.4,
    keyword_difficulty: 31,
    main_intent: 'commercial',
  };
  const measured = [{ keyword: phraseOf('measured', 1), ...metrics }];
  await suggestions.write('measured', ENGLISH, 'dataforseo', { at: AT, http_status: 200, keywords: measured });
  for (const seed of ['camping', 'tent', 'camping near me 1', 'meadow camping near me 1']) {
    const queries = new Set(planQueries(seed, 'en', [ENGINE], new Date().getUTCFullYear()).map(({ query }) => query));
    for (const query of queries) {
      if (query === seed && seed === 'camping') continue;
      await write(query, query === seed ? longTailOf(seed) : []);
    }
  }
  const found = { in_title: true, in_h1: true, in_description: false, in_url: false };
  await domainKeywords.write('shop.example', {
    ...{ at: AT, http_status: 200 },
    keywords: phrasesOf('camping').map((keyword) => ({ keyword, score: 50, language: 'en', domain_match: found })),
  });
}
