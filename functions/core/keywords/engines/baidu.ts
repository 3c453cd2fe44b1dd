import * as z from 'zod';
import { dataTypes, type Engine, pathWith } from './engine.ts';
import { readOpenSearch } from './open-search.ts';

/** Members of every response: with these alone, Baidu has no suggestions. */
const echo = { q: z.string(), p: z.boolean() };

const found = z.object({ q: z.string(), g: z.array(z.object({ q: z.string() })) });
const foundByOlder = z.object({ q: z.string(), s: z.array(z.string()) });
const noSuggestions = z.object({ ...echo, g: z.undefined().optional(), s: z.undefined().optional() });

export const baidu: Engine = {
  id: 'baidu',
  setting: 'BAIDU_SUGGEST_URL',
  baseUrl: 'https://www.baidu.com',
  // Its older host uses another type.
  contentTypes: [...dataTypes, 'text/plain', 'baiduapp/json'],
  // Without `ie` it reads GBK, without `oe` it writes GBK.
  urlPath: (wd) => pathWith('/sugrec', { prod: 'pc', ie: 'utf-8', oe: 'utf-8', json: '1', wd }),
  read: (value) => readOpenSearch(value) ?? readObject(value),
};

function readObject(value: unknown): string[] | null {
  const objects = found.safeParse(value).data?.g.map(({ q }) => q);
  return objects ?? foundByOlder.safeParse(value).data?.s ?? (noSuggestions.safeParse(value).success ? [] : null);
}
