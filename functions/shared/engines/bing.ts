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

export const bing: Engine = {
  id: 'bing',
  setting: 'BING_SUGGEST_URL',
  baseUrl: 'https://api.bing.com',
  contentTypes: dataTypes,
  urlPath(query, { language, region }) {
    const market = `${language}-${region}`;
    return pathWith('/osjson.aspx', { query, language: market, market });
  },
  read: (value) => readOpenSearch(value) ?? readGroups(value),
};

function readGroups(value: unknown): string[] | null {
  const answer = grouped.safeParse(value).data?.AS;
  if (!answer) return null;
  return (answer.Results ?? []).flatMap(({ Suggests }) => Suggests.map(({ Txt }) => Txt));
}
