import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { type Answer, startAttackedService } from './support-faults/attacked-service.ts';
import { type AwsCall, type AwsFault, awsFaults, type FaultRule } from './support-faults/fault-proxy.ts';
import { chance } from './support-faults/chance.ts';
import { useOpened } from '../support/use-opened.ts';

const isLong = tries(0, 1) === 1;
/** The quick one is tried always; others wait for retries. */
const QUICK = ['serverError'] as const;
const ALL = Object.keys(awsFaults) as (keyof typeof awsFaults)[];
const kinds = isLong ? ALL : QUICK;

const query = (domain: string) => `/api/v1/seo/query?domain=${domain}`;
const dataOf = ({ body }: Answer) => (JSON.parse(body) as { data: DomainAnswer }).data;
const HIT = 'hit.attacked.test';

const service = useOpened(() => startAttackedService());
beforeAll(async () => {
  expect((await service.ask(query(HIT))).status).toBe(200);
});
beforeEach(() => {
  service.proxy.fail(null);
  service.setOutage(false);
});

/** A conditional write alone can lose its condition. */
function failing(fault: AwsFault, isMeant: (call: AwsCall) => boolean): FaultRule {
  return (call) => (isMeant(call) && (fault !== awsFaults.conflict || call.isConditional) ? fault : null);
}

/** In the documented form, which includes that of the gateway's timeout, and without internal details. */
function expectClear(answer: Answer) {
  expect(answer.problems).toEqual([]);
  // What the plan refuses has met no fault.
  expect(answer.status).not.toBe(429);
  expect(answer.body).not.toMatch(/secret words|dynamodb|Exception|ECONN/i);
}

const isNot = (table: string) => (call: AwsCall) => !call.table.includes(table);

describe('a cached record is served while everything else is down', () => {
  test.each(kinds)('providers, the site, the queue and all other tables: %s', async (kind) => {
    await service.makeRetryDue(HIT);
    service.setOutage(true);
    service.proxy.fail(failing(awsFaults[kind], isNot('DomainCache')));
    const from = service.proxy.calls.length;
    const answer = await service.ask(query(HIT));
    expectClear(answer);
    expect([answer.status, dataOf(answer).cache_status]).toEqual([200, 'hit']);
    expect(dataOf(answer).page?.title).toBe('A page');
    expect(service.proxy.calls.slice(from).some(({ fault }) => fault)).toBe(true);
    tally({
      area: 'Failing dependencies',
      what: `a hit while everything except the cache is down (${kind})`,
      tried: 1,
      outcome: `served after ${Math.round(answer.ms)} ms`,
    });
  });

  test('is returned without waiting for calls that never get a response', async () => {
    await service.makeRetryDue(HIT);
    service.proxy.fail(failing(awsFaults.hang, isNot('DomainCache')));
    const answer = await service.ask(query(HIT));
    expect([answer.status, dataOf(answer).cache_status]).toEqual([200, 'hit']);
  });

  test('a lost write is made up by a later hit', async () => {
    const domain = 'note.attacked.test';
    service.proxy.fail((call) =>
      call.table.includes('DomainSchedule') && call.operation === 'UpdateItem' ? awsFaults.serverError : null,
    );
    expect((await service.ask(query(domain))).status).toBe(200);
    expect((await service.ask(query(domain))).status).toBe(200);
    service.proxy.fail(null);
    expect((await service.ask(query(domain))).status).toBe(200);
    const item = (await service.scan('DomainSchedule')).find((one) => one.domain === domain);
    expect(item).toMatchObject({ first_asked_on: expect.any(String), last_asked_on: expect.any(String) });
  });
});

let count = 0;
/** One request to each endpoint that has to do with tables, about what nobody has asked for before. */
function freshRequests() {
  count += 1;
  return [
    query(`miss-${count}.attacked.test`),
    `${query(HIT)}&refresh=1`,
    query(HIT),
    `/api/v1/seo/history?domain=${HIT}`,
    `/api/v1/seo/page?url=http://page-${count}.attacked.test/a`,
    `/api/v1/seo/keywords?q=garden ${count}`,
    `/api/v1/seo/keywords?domain=page-${count}.attacked.test`,
    `/api/v1/seo/long-tail?keyword=chairs ${count}`,
    `/api/v1/seo/site?domain=crawled-${count}.attacked.test&pages=2`,
    `/api/v1/seo/site/pages?domain=crawled-${count}.attacked.test`,
  ];
}

/** Each entry has the snapshot of its last fetch, and reads as a whole. */
async function expectNothingHalfWritten() {
  const history = await service.scan('DomainHistory');
  const keys = new Set(history.map(({ domain, captured_at }) => `${String(domain)} ${String(captured_at)}`));
  for (const { domain, updatedAt, record } of await service.entries()) {
    expect(keys).toContain(`${domain} ${updatedAt}`);
    expect(record.sources).toHaveLength(sources.length);
  }
}

/** After an outage each request succeeds when leases and claims of ended requests have expired. */
async function expectRecovery(requests: string[]) {
  for (let open = requests; open.length > 0;) {
    const answers = await Promise.all(open.map(async (path) => ({ path, answer: await service.ask(path) })));
    for (const { answer } of answers) expectClear(answer);
    // A crawl whose message was lost is found by the scheduler, after ten minutes: it is under way until then.
    open = answers.filter(({ answer }) => answer.status !== 200 && answer.status !== 202).map(({ path }) => path);
  }
}

function outcomesOf(answers: Answer[]): string {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${length} × ${status}`)
    .join(', ');
}

describe('DynamoDB fails', () => {
  const tables = isLong ? ['DomainCache', 'DomainHistory', 'DomainSchedule', 'Coordination', 'Keywords', 'Pages'] : [];
  const cases = [
    ...kinds.map((kind) => [kind, ''] as const),
    ...tables.map((table) => ['serverError', table] as const),
    ...(isLong ? [['conflict', 'DomainCache'] as const, ['hang', 'Coordination'] as const] : []),
  ];

  test.each(cases)(
    '%s %s: every answer is clear, nothing is half-written, and it goes on afterwards',
    async (kind, table) => {
      const requests = freshRequests();
      service.proxy.fail(failing(awsFaults[kind], (call) => call.service === 'DynamoDB' && call.table.includes(table)));
      const answers = await Promise.all(requests.map((path) => service.ask(path)));
      for (const answer of answers) expectClear(answer);
      service.proxy.fail(null);
      await expectNothingHalfWritten();
      await expectRecovery(requests);
      await expectNothingHalfWritten();
      tally({
        area: 'Failing dependencies',
        what: `DynamoDB ${kind}, ${table || 'all tables'}`,
        tried: answers.length,
        outcome: `${outcomesOf(answers)}; all succeeded afterwards`,
      });
    },
    timeLimit(120_000, 180_000),
  );

  test(
    'at random, and every answer is clear, and no item is incomplete',
    async () => {
      const random = chance(20_261_121);
      const faults: AwsFault[] = [awsFaults.serverError, awsFaults.reset, awsFaults.lostAnswer];
      service.proxy.fail(() => (random() < 0.2 ? faults[Math.floor(random() * faults.length)]! : null));
      const answers: Answer[] = [];
      for (let round = 0; round < tries(1, 4); round += 1) {
        answers.push(...(await Promise.all(freshRequests().map((path) => service.ask(path)))));
      }
      for (const answer of answers) expectClear(answer);
      service.proxy.fail(null);
      await expectNothingHalfWritten();
      tally({
        area: 'Failing dependencies',
        what: 'one AWS call in five fails',
        tried: answers.length,
        outcome: outcomesOf(answers),
      });
    },
    timeLimit(120_000, 300_000),
  );
});

describe('the queue fails', () => {
  test.each(isLong ? (['serverError', 'throttling', 'reset', 'hang'] as const) : QUICK)(
    '%s: misses and suggestions are answered, and what was to be asked later is asked by a later hit',
    async (kind) => {
      count += 1;
      const domain = `queue-${count}.attacked.test`;
      service.proxy.fail((call) => (call.service === 'SQS' ? awsFaults[kind] : null));
      const requests = [
        query(domain),
        `/api/v1/seo/keywords?q=queue ${count}`,
        `/api/v1/seo/long-tail?keyword=queues ${count}`,
      ];
      const answers = await Promise.all(requests.map((path) => service.ask(path)));
      for (const answer of answers) {
        expectClear(answer);
        expect(answer.status).toBe(200);
      }
      expect(dataOf(answers[0]!).sources.find(({ id }) => id === 'pagespeed')).toMatchObject({ status: 'pending' });

      // Its hit cannot have them asked either; the next one can, when the claim of that one has run out.
      await service.makeRetryDue(domain);
      expect(await service.ask(query(domain))).toMatchObject({ status: 200 });
      service.proxy.fail(null);
      const from = service.proxy.calls.length;
      await service.makeRetryDue(domain);
      expect(await service.ask(query(domain))).toMatchObject({ status: 200 });
      expect(service.proxy.calls.slice(from).some(({ operation }) => operation === 'SendMessage')).toBe(true);
      tally({
        area: 'Failing dependencies',
        what: `the queue (${kind})`,
        tried: answers.length + 2,
        outcome: 'all answered; the work was completed later',
      });
    },
    timeLimit(60_000, 120_000),
  );
});

test('messages of AWS are in no answer, and all of them in the log', () => {
  expect(service.runner.output()).toMatch(/"level":"ERROR"/);
  expect(service.proxy.calls.some(({ fault }) => fault !== null)).toBe(true);
});
