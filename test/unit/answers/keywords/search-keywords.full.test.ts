import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { engineIds } from '../../../../functions/shared/keywords/engine-id.ts';
import { normaliseKeyword } from '../../../../functions/shared/keywords/normalise.ts';
import { sorts } from '../../../../functions/shared/keywords/sorts.ts';
import { keywordsOf, openKeywordSearches } from '../../../support/keyword-searches.ts';

/** With what long-tail has learnt: hundreds of phrases, where the shorter tests have some tens. */
let opened: Awaited<ReturnType<typeof openKeywordSearches>>;
beforeEach(async () => {
  opened = await openKeywordSearches();
});
afterEach(() => opened.close());

const keywords = keywordsOf;

test('scores of an answer put phrases of the text itself before all others with as many engines, and never rise', async () => {
  await opened.longTail('running shoes');
  await opened.workOff();
  const { items } = await opened.search({ q: 'running shoes' });
  const answers = (await opened.services.suggestions.read(['running shoes'], { language: 'en', region: 'US' })).get(
    'running shoes',
  )!;
  const own = new Set(engineIds.flatMap((id) => (answers[id]?.phrases ?? []).map(normaliseKeyword)));
  for (const size of [1, 2, 3, 4, 5, 6, 7]) {
    const alike = items.filter(({ engines }) => engines.length === size).map(({ keyword }) => own.has(keyword));
    expect(alike).toEqual(alike.toSorted((one, other) => Number(other) - Number(one)));
  }
  const scores = items.map(({ score }) => score ?? -1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(items.slice(0, 5).every(({ engines }) => engines.length > 2)).toBe(true);
  expect(new Set(items.map(({ score_basis, score_version }) => `${score_basis} ${score_version}`))).toEqual(
    new Set(['autocomplete 2']),
  );
});

test('index_pending is true while what long-tail found in the language may have any word', async () => {
  await opened.search({ q: 'price' });
  await opened.workOff();
  await opened.longTail('running shoes');
  expect((await opened.search({ q: 'price' })).index_pending).toBe(true);
  expect((await opened.search({ domain: 'shoes.com' })).index_pending).toBe(false);
  await opened.workOff();
  const after = await opened.search({ q: 'price' });
  expect(after.index_pending).toBe(false);
  expect(keywords(after)).toContain('running shoes price');
});

test('a cursor goes on to the very end in every order, without gap or repetition, and asks nobody', async () => {
  await opened.longTail('running shoes');
  for (const isLearnt of [false, true]) {
    await opened.search({ q: 'running' });
    if (isLearnt) await opened.workOff();
    opened.providers.requests.splice(0);
    for (const sort of sorts) {
      const whole = await opened.search({ q: 'running', sort });
      expect(whole).toMatchObject({ truncated: false, next_cursor: null });
      const pages = await opened.follow({ q: 'running', sort, limit: 37 });
      expect(pages.flatMap(keywords)).toEqual(keywords(whole));
      expect(pages.length).toBe(Math.ceil(whole.count / 37));
    }
    expect(opened.providers.requests).toEqual([]);
  }
});
