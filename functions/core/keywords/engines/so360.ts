import * as z from 'zod';
import { dataTypes, type Engine, pathWith } from './engine.ts';

const found = z.object({ query: z.string(), result: z.array(z.object({ word: z.string() })) });
/** The response without `format=json`. */
const foundByOlder = z.object({ q: z.string(), s: z.array(z.string()) });

/** 360 Search (so.com). */
export const so360: Engine = {
  id: 'so360',
  setting: 'SO360_SUGGEST_URL',
  baseUrl: 'https://sug.so.360.cn',
  contentTypes: [...dataTypes, 'text/plain'],
  // Without the encodings it misreads Chinese.
  urlPath: (word) =>
    pathWith('/suggest', { encodein: 'utf-8', encodeout: 'utf-8', format: 'json', fields: 'word', word }),
  read(value) {
    const words = found.safeParse(value).data?.result.map(({ word }) => word);
    return words ?? foundByOlder.safeParse(value).data?.s ?? null;
  },
};
