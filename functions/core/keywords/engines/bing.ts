import * as z from 'zod';
import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

const results = z.array(z.object({ Suggests: z.array(z.object({ Txt: z.string() })) }));

/** The response of `qsonhs.aspx`, without `Results` where there are none. */
const grouped = z.object({
  AS: z.union([
    z.object({ Results: results }),
    z.object({ FullResults: z.literal(0), Results: z.undefined().optional() }),
  ]),
});

/** Languages in Bing's market codes (learn.microsoft.com, market codes); it takes the nearest market for others. */
const MARKET_LANGUAGES: Record<string, string> = { 'zh-Hant': 'zh', nb: 'no' };
/** Languages of its interface, where they are not ISO 639. */
const SCRIPTS: Record<string, string> = { zh: 'zh-hans', 'zh-Hant': 'zh-hant' };

export const bing: Engine = {
  id: 'bing',
  setting: 'BING_SUGGEST_URL',
  baseUrl: 'https://api.bing.com',
  contentTypes: dataTypes,
  urlPath(query, { language, region }) {
    const market = `${MARKET_LANGUAGES[language] ?? language}-${region}`;
    return pathWith('/osjson.aspx', { query, language: market, market, setlang: SCRIPTS[language] ?? language });
  },
  read: (value) => readOpenSearch(value) ?? readGroups(value),
};

function readGroups(value: unknown): string[] | null {
  const answer = grouped.safeParse(value).data?.AS;
  if (!answer) return null;
  return (answer.Results ?? []).flatMap(({ Suggests }) => Suggests.map(({ Txt }) => Txt));
}
