import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { type Answer, startAttackedService } from './support-faults/attacked-service.ts';
import { type AwsCall, type AwsFault, awsFaults, type FaultRule } from './support-faults/fault-proxy.ts';
import { chance } from './support-faults/chance.ts';
import { useOpened } from '../support/use-opened.ts';

const isLong = tries(0, 1) === 1;
/** Faults of the medium form; the others wait for retries. */
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

/** Returns a rule that fails calls; `conflict` applies to conditional writes only. */
function failing(fault: AwsFault, isMeant: (call: AwsCall) => boolean): FaultRule {
  return (call) => (isMeant(call) && (fault !== awsFaults.conflict || call.isConditional) ? fault : null);
}

/** Expects a documented response, which may be the gateway's timeout, without internal details. */
function expectDocumented(answer: Answer) {
  expect(answer.problems).toEqual([]);
  // Requests that the plan rejects would test nothing.
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
    expectDocumented(answer);
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

  test('a later hit repeats a lost write', async () => {
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
/** Returns one request to each endpoint that uses tables, with parameters that were not requested before. */
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

/** Expects that each entry is complete and has the snapshot of its last fetch. */
async function expectConsistentData() {
  const history = await service.scan('DomainHistory');
  const keys = new Set(history.map(({ domain, captured_at }) => `${String(domain)} ${String(captured_at)}`));
  for (const { domain, updatedAt, record } of await service.entries()) {
    expect(keys).toContain(`${domain} ${updatedAt}`);
    expect(record.sources).toHaveLength(sources.length);
  }
}

/** Expects that each request succeeds when leases and claims of earlier requests have expired. */
async function expectRecovery(requests: string[]) {
  for (let open = requests; open.length > 0;) {
    const answers = await Promise.all(open.map(async (path) => ({ path, answer: await service.ask(path) })));
    for (const { answer } of answers) expectDocumented(answer);
    // The scheduler finds a crawl whose message was lost after ten minutes; until then, it is running.
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
    '%s %s: all responses are documented, data stay consistent, and requests succeed afterwards',
    async (kind, table) => {
      const requests = freshRequests();
      service.proxy.fail(failing(awsFaults[kind], (call) => call.service === 'DynamoDB' && call.table.includes(table)));
      const answers = await Promise.all(requests.map((path) => service.ask(path)));
      for (const answer of answers) expectDocumented(answer);
      service.proxy.fail(null);
      await expectConsistentData();
      await expectRecovery(requests);
      await expectConsistentData();
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
    'at random: all responses are documented, and data stay consistent',
    async () => {
      const random = chance(20_261_121);
      const faults: AwsFault[] = [awsFaults.serverError, awsFaults.reset, awsFaults.lostAnswer];
      service.proxy.fail(() => (random() < 0.2 ? faults[Math.floor(random() * faults.length)]! : null));
      const answers: Answer[] = [];
      for (let round = 0; round < tries(1, 4); round += 1) {
        answers.push(...(await Promise.all(freshRequests().map((path) => service.ask(path)))));
      }
      for (const answer of answers) expectDocumented(answer);
      service.proxy.fail(null);
      await expectConsistentData();
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
    '%s: misses and suggestions are answered, and a later hit queues the pending requests',
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
        expectDocumented(answer);
        expect(answer.status).toBe(200);
      }
      expect(dataOf(answers[0]!).sources.find(({ id }) => id === 'pagespeed')).toMatchObject({ status: 'pending' });

      // This hit cannot queue them either; the next one can, after the claim of this one has expired.
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

test('errors of AWS are logged', () => {
  expect(service.runner.output()).toMatch(/"level":"ERROR"/);
  expect(service.proxy.calls.some(({ fault }) => fault !== null)).toBe(true);
});
