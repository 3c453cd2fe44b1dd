import * as z from 'zod';
import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

/** The response without `type=list`; sometimes also the empty response with it. */
const objects = z.array(z.object({ phrase: z.string() }));

export const duckduckgo: Engine = {
  id: 'duckduckgo',
  setting: 'DUCKDUCKGO_SUGGEST_URL',
  baseUrl: 'https://duckduckgo.com',
  contentTypes: dataTypes,
  urlPath: (q, { language, region }) =>
    pathWith('/ac/', { q, type: 'list', kl: `${region.toLowerCase()}-${language}` }),
  read: (value) => readOpenSearch(value) ?? objects.safeParse(value).data?.map(({ phrase }) => phrase) ?? null,
};
