import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createKeywordEndpoints } from '../support/keyword-endpoints.ts';
import { useOpened } from '../support/use-opened.ts';

const opened = useOpened(() => createKeywordEndpoints());

test('long-tail groups suggestions for a Chinese text within the rate limits of engines', async () => {
  const answer = await opened.longTail({ keyword: '露营帐篷', limit: '1000' });
  expect(answer).toMatchObject({ cache_status: 'miss', coverage: { queries_failed: 0 } });
  for (const { id, count } of answer.groups) expect([id, count > 0]).toEqual([id, true]);
  const suggested = opened.suggested();
  const phrases = answer.groups.flatMap(({ items }) => items.map((item) => item.keyword));
  expect(phrases.length).toBeGreaterThan(80);
  expect(phrases.filter((phrase) => !suggested.has(phrase))).toEqual([]);
});

test('keywords of long-tail are in the index with the same scores after learning, and pending until then', async () => {
  const { groups } = await opened.longTail({ keyword: 'bike light', limit: '1000' });
  let found = await opened.keywords({ q: 'bike light', limit: '1000' });
  expect(found.index_pending).toBe(true);
  for (let tries = 0; tries < 120 && found.index_pending; tries += 1) {
    await sleep(250);
    found = await opened.keywords({ q: 'bike light', limit: '1000' });
  }
  const scores = new Map(found.items.map(({ keyword, score }) => [keyword, score]));
  for (const { keyword, score } of groups.flatMap(({ items }) => items)) {
    expect([keyword, scores.get(keyword)]).toEqual([keyword, score]);
  }
});
