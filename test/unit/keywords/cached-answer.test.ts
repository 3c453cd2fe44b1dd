import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createCachedAnswers, createReadyAnswers } from '../../../functions/core/keywords/cached-answers.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import type { SourceReport } from '../../../functions/core/record/record.ts';
import { createLearningRuns } from '../../../functions/core/keywords/suggestions/learning-runs.ts';
import { apiEvent } from '../../support/api-event.ts';
import { createTestSuggestionServices } from '../../support/suggestion-services.ts';
import { coordinationTable } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';
import { useOpened } from '../../support/use-opened.ts';

let now = Date.parse('2026-11-22T10:00:00Z');
const file = join(mkdtempSync(join(tmpdir(), 'handler-')), 'handler.mjs');
const data = '{"count":1,"items":["站长"]}';

const opened = useOpened(() => createTestSuggestionServices());
beforeEach(() => writeFileSync(file, 'export const handler = 1;'));

const runs = () => createLearningRuns(opened.db, keywordsTable.name, () => now);

const ofKeywords: IsSame = (made, state) => !state.isAny && made.changes === state.changes;
const ofLongTail: IsSame = (made, state) => made.refreshes === state.refreshes;

function open({ disabled = [] as string[], isSame = ofKeywords, db = opened.db } = {}) {
  return createCachedAnswers({
    answers: createReadyAnswers(db, coordinationTable.name, () => now),
    runs: runs(),
    isSame,
    file,
    disabled: new Set(disabled),
  });
}

type IsSame = Parameters<typeof createCachedAnswers>[0]['isSame'];
const settled = { status: 'ok', from_cache: true } as SourceReport;

async function keep(query: string, sources: SourceReport[] = [settled], isSame = ofKeywords, db = opened.db) {
  const state = await runs().read('en');
  await open({ isSame, db }).keep(apiEvent(query), { dataJson: data, language: 'en', state, sources });
}

test('a stored answer is found for the same parameters in any order, with any key and format', async () => {
  await keep('q=shoes&limit=5&api_key=a');
  for (const same of ['q=shoes&limit=5', 'limit=5&q=shoes&format=csv', 'q=shoes&limit=5&cursor=&refresh=&api_key=b']) {
    expect([same, await open().find(apiEvent(same))]).toEqual([same, data]);
  }
  for (const other of [
    'q=shoes',
    'q=shoes&limit=6',
    'q=shoe&limit=5',
    'q=shoes&limit=5&x=1',
    'q=shoes&limit=5&limit=5',
  ]) {
    expect([other, await open().find(apiEvent(other))]).toEqual([other, null]);
  }
});

test.each(['q=a1&refresh=1', 'q=a2&domain=shop.example', 'q=a3&q=a3'])(
  'the answer to %s is not stored',
  async (query) => {
    await keep(query);
    expect(await open().find(apiEvent(query))).toBeNull();
  },
);

describe('an answer is not stored when the next request may get another:', () => {
  test.each<[string, Partial<SourceReport>]>([
    ['a source was requested just now', { status: 'ok', from_cache: false }],
    ['a source failed, with an earlier answer', { status: 'error', from_cache: true }],
    ['an engine has answered a part', { status: 'partial', from_cache: true }],
    ['another caller sends the request', { status: 'pending', from_cache: false }],
  ])('%s', async (what, report) => {
    const query = `q=${what.replaceAll(' ', '+')}`;
    await keep(query, [settled, report as SourceReport]);
    expect(await open().find(apiEvent(query))).toBeNull();
  });

  test('keywords are being learnt', async () => {
    await runs().begin('en', 'boots', now, false);
    await keep('q=boots');
    await runs().end('en', 'boots', now);
    expect(await open().find(apiEvent('q=boots'))).toBeNull();
  });
});

describe('an answer is created again', () => {
  test('while anything in its language is requested, and after it is learnt', async () => {
    await keep('q=tents');
    expect(await open().find(apiEvent('q=tents'))).toBe(data);
    await runs().begin('de', 'zelt', now, false);
    await runs().end('de', 'zelt', now);
    expect(await open().find(apiEvent('q=tents'))).toBe(data);
    await runs().begin('en', 'stove', now, false);
    expect(await open().find(apiEvent('q=tents'))).toBeNull();
    await runs().end('en', 'stove', now);
    expect(await open().find(apiEvent('q=tents'))).toBeNull();
  });

  test('when any of its queries was sent again and it depends on only these', async () => {
    await runs().begin('en', 'lamp', now, false);
    await keep('keyword=mats', [settled], ofLongTail);
    await runs().end('en', 'lamp', now);
    const find = () => open({ isSame: ofLongTail }).find(apiEvent('keyword=mats'));
    expect(await find()).toBe(data);
    await runs().begin('en', 'mats', now, true);
    expect(await find()).toBeNull();
    await runs().end('en', 'mats', now);
  });

  test('after an hour', async () => {
    await keep('q=packs');
    now += 3_599_000;
    expect(await open().find(apiEvent('q=packs'))).toBe(data);
    now += 1_000;
    expect(await open().find(apiEvent('q=packs'))).toBeNull();
  });

  test('by another version of the code, and when other sources are disabled', async () => {
    await keep('q=stoves');
    expect(await open({ disabled: ['bing'] }).find(apiEvent('q=stoves'))).toBeNull();
    writeFileSync(file, 'export const handler = 2;');
    expect(await open().find(apiEvent('q=stoves'))).toBeNull();
  });
});

describe('a stored answer', () => {
  const never = () => new Promise<never>(() => {});

  test.each<[string, DynamoDB['get']]>([
    ['cannot be read', () => Promise.reject(new Error('Unavailable'))],
    ['is not read in time', (_, { withinMs } = {}) => (withinMs ? Promise.reject(new Error('TimedOut')) : never())],
  ])('that %s is created again', async (_, get) => {
    await keep('q=lamps');
    expect(await open().find(apiEvent('q=lamps'))).toBe(data);
    expect(await open({ db: { ...opened.db, get } }).find(apiEvent('q=lamps'))).toBeNull();
  });

  test('that is never written does not delay the response', async () => {
    await keep('q=ropes', [settled], ofKeywords, { ...opened.db, update: never });
    expect(await open().find(apiEvent('q=ropes'))).toBeNull();
  });
});

test('refreshed queries are counted separately from new ones', async () => {
  const before = await runs().read('fr');
  await runs().begin('fr', 'tente', now, false);
  const between = await runs().read('fr');
  await runs().begin('fr', 'tente', now, true);
  const after = await runs().read('fr');
  expect([before, between, after].map(({ refreshes }) => refreshes)).toEqual([0, 0, 1]);
  expect([before, between, after].map(({ isAny }) => isAny)).toEqual([false, true, true]);
});
