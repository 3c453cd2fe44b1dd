import { beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkplace } from '../support/guide-programs.ts';
import { figuresOf, rowsOf } from '../support/enriched-rows.ts';
import { useOpened } from '../support/use-opened.ts';

/** Short runs of the programs of the guide; the long ones are in `many-domains.full.test.ts`. */
const GUIDE = 'docs/guides/many-domains.md';
let key: string;
const place = useOpened(() => createWorkplace(GUIDE, 4));
beforeAll(async () => {
  key = await place.makeKey('pro');
});

const names = Array.from({ length: 8 }, (_, index) => `n${index + 1}.mine.test`);
const list = [...names, 'down1.mine.test', 'nowhere.example', 'no domain', 'n1.mine.test'];

/** Returns the result of some work and the calls that it made. A busy machine answers some with 5xx: they are repeated. */
async function callsOf<Result>(work: Promise<Result>) {
  const before = place.service.calls.length;
  const result = await work;
  return { result, calls: place.service.calls.slice(before).filter(({ status }) => status! < 500) };
}

const error = (status: number, name: string, more: object) => ({
  status,
  body: JSON.stringify({ code: status, success: false, request_id: 'a1', error: name, message: 'It failed.', ...more }),
});

describe('a list', () => {
  test('that is killed and resumed has each row once, in order, with the metrics of single queries', async () => {
    place.write('list.csv', `Website,Note\r\n${list.map((name) => `${name},"one, or\r\ntwo"\r\n`).join('')}`);
    const enrich = () => place.start('enrich.mjs', ['list.csv', 'rich.csv'], key);
    for (const moment of [() => place.service.answered(), () => sleep(Math.random() * 500)]) {
      const run = enrich();
      await moment();
      run.process.kill('SIGKILL');
      expect((await run.ended).code).toBeNull();
    }
    const { result, calls } = await callsOf(enrich().ended);
    expect(result).toEqual({ code: 0, output: `rich.csv has ${list.length} lines\n`, errors: '' });
    expect(calls.length).toBeLessThanOrEqual(12);
    const submitted = place.service.calls.filter(({ method }) => method === 'POST');
    expect(new Set(submitted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(new Set(submitted.flatMap(({ location }) => location ?? [])).size).toBe(1);

    const rows = rowsOf(place.read('rich.csv'));
    expect(rows.map(({ input }) => input)).toEqual(list);
    expect(rows.slice(-4).map(({ status }) => status)).toEqual(['failed', 'not_found', 'invalid', 'done']);
    expect(new Set(rows.map(({ seo_score }) => seo_score)).size).toBeGreaterThan(2);
    for (const { input, ...row } of rows.slice(0, names.length)) {
      expect([input, row]).toEqual([input, { ...row, ...(await figuresOf(input!, place.runner, key)) }]);
    }
    expect((await callsOf(enrich().ended)).calls).toEqual([]);
  });

  test('of cached domains takes one call', async () => {
    place.write('cached.csv', names.join('\n'));
    const { result, calls } = await callsOf(place.start('enrich.mjs', ['cached.csv', 'at-once.csv'], key).ended);
    expect([result.code, calls.length]).toEqual([0, 1]);
    expect(rowsOf(place.read('at-once.csv')).map(({ input }) => input)).toEqual(names);
  });

  test('that is killed between writing and saving has no row twice', async () => {
    const [rich, state] = [place.read('at-once.csv'), place.read('at-once.csv.state')];
    place.write('at-once.csv.state', JSON.stringify({ ...(JSON.parse(state) as object), lines: 0, bytes: 0 }));
    const { code } = await place.start('enrich.mjs', ['cached.csv', 'at-once.csv'], key).ended;
    expect([code, place.read('at-once.csv')]).toEqual([0, rich]);
  });

  test('of failed rows requests only these, with refresh', async () => {
    place.sites.areUp = true;
    const { code } = await place.start('enrich.mjs', ['rich.csv', 'again.csv', 'failed'], key).ended;
    const rows = rowsOf(place.read('again.csv'));
    expect([code, rows]).toEqual([
      0,
      [expect.objectContaining({ input: 'down1.mine.test', status: 'done', 'page.http_status': '200' })],
    ]);
  });

  test('waits for a rate limit as long as the service states', async () => {
    place.service.answerNext(error(429, 'rate_limited', { retryable: true, retry_after_seconds: 1.5 }));
    const begin = performance.now();
    const { result, calls } = await callsOf(place.start('enrich.mjs', ['cached.csv', 'later.csv'], key).ended);
    expect([result.code, calls.length]).toEqual([0, 2]);
    expect(performance.now() - begin).toBeGreaterThan(1_490);
    expect(place.read('later.csv')).toBe(place.read('at-once.csv'));
  });

  test.each([
    [
      'a key that is unknown',
      ['cached.csv', 'unknown.csv'],
      'x',
      'The API key is unknown or disabled. Pass an active key, or request one from the operator of this service.',
    ],
    ['another list for the same output', ['list.csv', 'at-once.csv'], null, 'at-once.csv exists for another list'],
  ])('ends with %s, and keeps the existing rows', async (_name, args, otherKey, message) => {
    const before = place.read(args[1]!);
    const { code, errors } = await place.start('enrich.mjs', args, otherKey ?? key).ended;
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
    expect(place.read(args[1]!)).toBe(before);
  });
});

describe('a dashboard', () => {
  test('sends one request per reload, and shows each score with its change', async () => {
    const basic = await place.makeKey('basic');
    const before = await figuresOf('n2.mine.test', place.runner, key);
    place.sites.areBare = true;
    await place.runner.get('/api/v1/seo/query?domain=n2.mine.test&refresh=1', { key });
    place.write('dashboard.csv', `domain\n${[...names.slice(1), 'n99.mine.test'].join('\n')}`);
    const { result, calls } = await callsOf(place.start('dashboard.mjs', ['dashboard.csv', 0.5, 3], basic).ended);
    expect(calls.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 202],
      ['GET', 200],
      ['GET', 200],
    ]);
    const { seo_score: score } = await figuresOf('n2.mine.test', place.runner, key);
    const change = Number(score) - Number(before.seo_score);
    expect(change).toBeLessThan(0);
    const lines = result.output.split('\n').filter((line) => line.startsWith('n2.mine.test '));
    expect(lines.map((line) => line.split(/\s+/))).toEqual(Array(3).fill(['n2.mine.test', score, String(change)]));
    expect(result).toMatchObject({ code: 0, errors: '' });
  });

  test('waits when it is rate-limited, and ends with the error of an invalid order', async () => {
    place.service.answerNext(error(429, 'rate_limited', { retryable: true, retry_after_seconds: 1 }));
    const { result, calls } = await callsOf(place.start('dashboard.mjs', ['cached.csv', 0.1, 2], key).ended);
    expect([result.code, result.errors, calls.map(({ status }) => status)]).toEqual([0, 'It failed.\n', [429, 200]]);
    place.write('none.csv', 'domain\n');
    const { code, errors } = await place.start('dashboard.mjs', ['none.csv'], key).ended;
    expect([code, errors]).toEqual([1, expect.stringContaining('must have at least 1 domain')]);
  });
});

describe('a watched history', () => {
  test('shows only new snapshots, and counts 304 responses', async () => {
    const from = place.service.calls.length;
    const run = place.start('watch.mjs', ['n1.mine.test', 0.5, 12], key);
    await place.service.answered(({ status }) => status === 304);
    const response = await place.runner.get('/api/v1/seo/query?domain=n1.mine.test&refresh=1', { key });
    expect(response.status).toBe(200);
    const { code, output, errors } = await run.ended;
    const calls = place.service.calls.slice(from);
    const lines = output.trim().split('\n');
    expect([code, errors, calls.length]).toEqual([0, '', 12]);
    expect(lines).toEqual([
      expect.stringContaining(' query '),
      expect.stringContaining(' refresh '),
      expect.stringMatching(/^304 saved /),
    ]);
    const unchanged = calls.filter(({ status }) => status === 304);
    expect(unchanged.length).toBeGreaterThanOrEqual(4);
    const saved = calls.reduce(
      ({ last, sum }, { status, bytes }) => {
        return status === 304 ? { last, sum: sum + last } : { last: bytes, sum };
      },
      { last: 0, sum: 0 },
    ).sum;
    expect(lines.at(-1)).toBe(`304 saved ${unchanged.length} answers, ${saved} bytes`);
  });

  test('ends with a persistent error', async () => {
    const { code, errors } = await place.start('watch.mjs', ['localhost'], key).ended;
    expect([code, errors]).toEqual([1, expect.stringContaining('is a single label')]);
  });
});
