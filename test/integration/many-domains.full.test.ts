import { beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../support/call-counter.ts';
import { figuresOf, rowsOf } from '../support/enriched-rows.ts';
import { tries } from '../support/form.ts';
import { createWorkplace } from '../support/guide-programs.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { useOpened } from '../support/use-opened.ts';

/** Long runs of the programs of the guide. */
const GUIDE = 'docs/guides/many-domains.md';
/** Rows of the list; more than one batch in the long form. */
const COUNT = Number(process.env.LIST_LINES ?? tries(120, 1_100));
const BATCHES = Math.ceil(COUNT / 1_000);
const names = Array.from({ length: COUNT }, (_, index) => `n${index + 1}.mine.test`);

// Allowances are counted by day.
keepSuiteWithinDay();

let key: string;
const place = useOpened(() => createWorkplace(GUIDE, 20), 120_000);
beforeAll(async () => {
  key = await place.makeKey('pro');
  place.write('list.csv', names.join('\n'));
});

const enrich = (output: string) => place.start('enrich.mjs', ['list.csv', output], key);
const domainsUsed = async () => {
  const response = await place.runner.get('/api/v1/usage', { key });
  return ((await response.json()) as { data: { domains: { used: number } } }).data.domains.used;
};

/** Returns whether an answer has a complete table, which the program writes next. */
const isWhole = ({ status, retryAfter }: Call) => status !== null && status < 300 && retryAfter === null;
const anyMoment = () => sleep(Math.random() * 3_000);
const soonAfter = async (answer: Promise<void>) => {
  await answer;
  await sleep(Math.random() * 15);
};

test('a list that is killed repeatedly has each name once, with the metrics of single queries, for few calls', async () => {
  const moments = [
    ...[anyMoment, anyMoment, () => soonAfter(place.service.answered()), anyMoment, anyMoment],
    () => soonAfter(place.service.answered(isWhole)),
    ...[anyMoment, () => soonAfter(place.service.answered()), anyMoment],
    () => soonAfter(place.service.answered(isWhole)),
  ];
  let kills = 0;
  for (const moment of moments) {
    const run = enrich('rich.csv');
    await Promise.race([moment(), run.ended]);
    run.process.kill('SIGKILL');
    // After the last answer, the program may have written it and ended.
    if ((await run.ended).code === 0) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThanOrEqual(tries(1, moments.length - 1));
  const { code, errors } = await enrich('rich.csv').ended;
  expect([code, errors]).toEqual([0, '']);

  const rows = rowsOf(place.read('rich.csv'));
  expect(rows.map(({ input }) => input)).toEqual(names);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done']));
  for (let from = 0; from < COUNT; from += 20) {
    const some = rows.slice(from, from + 20);
    const values = await Promise.all(some.map(({ input }) => figuresOf(input!, place.runner, key)));
    expect(some).toEqual(some.map((row, index) => ({ ...row, ...values[index] })));
  }

  expect(await domainsUsed()).toBe(COUNT);
  const { calls } = place.service;
  const distinct = (values: (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
  expect(distinct(calls.map(({ idempotencyKey }) => idempotencyKey))).toBe(BATCHES);
  expect(distinct(calls.map(({ location }) => location))).toBe(BATCHES);
  // A kill costs the call in progress and one that requests the state of the batch.
  expect(calls.length - 2 * kills).toBeLessThanOrEqual(12 * BATCHES);
}, 900_000);

test('a list that is killed after each answer continues to its end', async () => {
  const before = await domainsUsed();
  // On a busy machine, a program that is always killed soon after an answer never stores its progress.
  const moments = [
    () => place.service.answered(),
    () => soonAfter(place.service.answered()),
    () => place.changed('cached.csv.state'),
  ];
  let kills = 0;
  for (let code: number | null = null; code === null;) {
    const run = enrich('cached.csv');
    void moments[kills % moments.length]!().then(() => run.process.kill('SIGKILL'));
    ({ code } = await run.ended);
    if (code === null) kills += 1;
  }
  expect(kills).toBeGreaterThan(0);
  expect(place.read('cached.csv')).toBe(place.read('rich.csv'));
  expect(await domainsUsed()).toBe(before);
}, 300_000);

test('lost connections and responses of proxies are retried', async () => {
  place.write('short.csv', names.slice(0, 3).join('\n'));
  place.service.answerNext(null, { status: 502, body: '<html>Bad gateway</html>' });
  const begin = performance.now();
  const { code } = await place.start('enrich.mjs', ['short.csv', 'short-rich.csv'], key).ended;
  expect([code, rowsOf(place.read('short-rich.csv')).length]).toEqual([0, 3]);
  expect(performance.now() - begin).toBeGreaterThan(2_990);
});
