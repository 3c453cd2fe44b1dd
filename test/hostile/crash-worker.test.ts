import { beforeAll, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { completeRecord } from '../../functions/core/domains/complete-record.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';
import { createFollowCounts, createFollowedDomains } from '../../functions/core/domains/schedule/followed-domains.ts';
import { createKeywordIndex } from '../../functions/core/keywords/index/keyword-index.ts';
import { createLearningRuns } from '../../functions/core/keywords/suggestions/learning-runs.ts';
import { createSuggestionCache } from '../../functions/core/keywords/suggestions/suggestion-cache.ts';
import type { CompleteRecordTask, SnapshotTask } from '../../functions/core/domains/tasks.ts';
import { scheduleSnapshots } from '../../functions/core/domains/schedule/schedule-snapshots.ts';
import { learnSuggestions } from '../../functions/core/keywords/suggestions/learn-suggestions.ts';
import { takeSnapshot } from '../../functions/core/domains/take-snapshot.ts';
import { faults } from '../../infra/sandbox/providers/server.ts';
import { scheduleTable } from '../support/dynamodb.ts';
import { keywordsTable } from '../support/keywords.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { type CrashPoint, crashPoints, runUntil, useKilled } from './support-faults/crash.ts';
import { DOMAIN, openCrashServices } from './support-faults/crash-services.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Time after which a message that was not processed is delivered again. */
const VISIBILITY = 15 * MINUTE;
/** Number of the last calls, which write; the work is also killed before each of them. */
const WRITES = 12;
const isLong = tries(0, 1) === 1;

const service = useKilled(() => openCrashServices());
beforeAll(async () => {
  await service.query(false);
});

/** Advances the clock to the next morning, so that the day does not change during a test. */
function toNextMorning() {
  service.advanceClock(DAY - (service.now() % DAY) + 60 * MINUTE);
}

interface Attack {
  what: string;
  /** Stores the initial data. */
  prepare: () => Promise<void>;
  /** Runs the worker or the scheduler, as a new process each time. */
  work: () => Promise<unknown>;
  /** Checks the result after the run was killed and repeated. */
  check: () => Promise<void>;
}

/** Kills the run at all of its calls, or at some of them, and repeats it each time. */
async function killAndRepeat({ what, prepare, work, check }: Attack, most: number) {
  await prepare();
  const { calls, error } = await runUntil(null, work);
  expect(error).toBeNull();
  await check();
  let killed = 0;
  for (const point of pointsOf(calls.length, most)) {
    await prepare();
    const outcome = await runUntil(point, work);
    expect(outcome.error).toBeNull();
    killed += Number(outcome.wasKilled);
    service.advanceClock(VISIBILITY);
    const again = await runUntil(null, work);
    expect(again.error).toBeNull();
    await check();
  }
  expect(killed).toBeGreaterThan(0);
  tally({
    area: 'Failing dependencies',
    what: `${what} killed at each of ${calls.length} external calls`,
    tried: killed,
    outcome: 'complete after redelivery of the message',
  });
}

function pointsOf(calls: number, most: number): CrashPoint[] {
  // A kill after one call equals a kill before the next, unless calls are concurrent.
  if (isLong) return crashPoints(calls).filter(({ call, mode }) => mode === 'after' || call > calls - WRITES);
  // Writes come last.
  const last = Array.from({ length: Math.min(most, calls) }, (_, index) => calls - index);
  return [...last.map((call): CrashPoint => ({ call, mode: 'after' })), ...crashPoints(calls, 2)];
}

const task: SnapshotTask = { task: 'snapshot', domain: DOMAIN, attempt: 0 };

async function expectOneSnapshotOfToday() {
  const history = await service.history();
  const today = dayOf(service.now());
  const taken = history.filter(({ captured_at }) => captured_at === `${today}#scheduled`);
  expect(taken).toMatchObject([{ title: 'today', seo_score: 90, tranco_rank: expect.any(Number) }]);
  expect(history.filter(({ origin }) => origin === 'scheduled')).toHaveLength(1);
  expect((await service.entry())!.record.page!.title).toBe('today');
  expect(await service.lease()).toBeNull();
  await service.completeAll();
  const { record, retryAt } = (await service.entry())!;
  const open = record.sources.filter(({ status }) => status !== 'ok').map(({ id, status }) => `${id} ${status}`);
  // Killed between its last write and the message to the worker: a hit or the next snapshot sends the message.
  if (retryAt !== null) expect(open).toEqual(['pagespeed pending']);
  else expect(open).toEqual([]);
}

test.each([
  ['a first snapshot', false],
  ['a snapshot of a known domain', true],
])(
  '%s is taken once and completely when it is killed at any of its calls',
  async (what, isKnown) => {
    await killAndRepeat(
      {
        what,
        prepare: async () => {
          await service.deleteDomain();
          await service.instance().followed.follow(DOMAIN, service.now());
          service.setTitle('earlier');
          if (isKnown) await service.query(false);
          await service.completeAll();
          // Until all values have expired.
          service.advanceClock(40 * DAY);
          toNextMorning();
          service.setTitle('today');
        },
        work: () => takeSnapshot(task, service.instance()),
        check: expectOneSnapshotOfToday,
      },
      5,
    );
  },
  timeLimit(60_000, 900_000),
);

test(
  'a record and its snapshot are completed when the worker is killed at any of its calls',
  async () => {
    let waiting: CompleteRecordTask;
    await killAndRepeat(
      {
        what: 'completing a record',
        prepare: async () => {
          await service.deleteDomain();
          toNextMorning();
          service.providers.fault('tranco', faults.reset());
          await service.query(false);
          service.providers.fault('tranco', null);
          service.sent.length = 0;
          waiting = { task: 'complete-record', domain: DOMAIN, sources: ['tranco', 'pagespeed'], attempt: 0 };
        },
        work: () => completeRecord(waiting, service.instance()),
        check: async () => {
          const { record, updatedAt } = (await service.entry())!;
          expect(record.complete).toBe(true);
          expect(record.sources.filter(({ status }) => status !== 'ok')).toEqual([]);
          const snapshot = (await service.history()).find(({ captured_at }) => captured_at === updatedAt);
          expect(snapshot!.tranco_rank).toBe(record.popularity.tranco!.rank);
        },
      },
      5,
    );
  },
  timeLimit(60_000, 900_000),
);

const locale = { language: 'en', region: 'US' };

/** Returns the content of the index, without the number of writes. */
async function indexed() {
  const { Items = [] } = await service.tables.documents.send(new ScanCommand({ TableName: keywordsTable.name }));
  const postings = Items.filter(({ list }) => (list as string).startsWith('term:'));
  const outdated = Items.filter(
    ({ list, version, indexed: of }) => !(list as string).startsWith('term:') && version !== of,
  );
  return { postings: postings.map(({ list, keyword, entry }) => `${list} ${keyword} ${entry}`).toSorted(), outdated };
}

test(
  'keywords are indexed completely when the worker is killed at any of its calls',
  async () => {
    const suggestions = createSuggestionCache(service.db, keywordsTable.name);
    const index = createKeywordIndex(service.db, keywordsTable.name);
    const runs = createLearningRuns(service.db, keywordsTable.name, Date.now);
    // All of the same length, since the length is stored in the postings.
    let round = 1_000;
    const expected = new Map<string, string[]>();
    const of = (kind: string, { postings }: Awaited<ReturnType<typeof indexed>>) =>
      postings
        .filter((posting) => posting.includes(` ${kind}${round} `))
        .map((posting) => posting.replaceAll(`${kind}${round}`, kind).replaceAll(/"\d{4}-[^"]+"/g, '""'));
    const checkOf = (kind: string) => async () => {
      const now = await indexed();
      expect(now.outdated).toEqual([]);
      const actual = of(kind, now).map((posting) =>
        posting.replaceAll(/term:\S+/g, (list) => list.replaceAll(/\d+/g, '')),
      );
      expect(actual.length).toBeGreaterThan(3);
      expected.set(kind, expected.get(kind) ?? actual.toSorted());
      expect(actual.toSorted()).toEqual(expected.get(kind));
    };
    const deps = () => ({ index, suggestions, runs });

    await killAndRepeat(
      {
        what: 'indexing suggestions',
        prepare: async () => {
          round += 1;
          const phrases = ['one', 'two', 'three'].map((word) => `seed${round} ${word}`);
          const at = new Date(service.now()).toISOString();
          await suggestions.write(`seed${round}`, locale, 'google', { at, http_status: 200, phrases });
          await runs.begin(locale.language, `seed${round}`, service.now(), false);
          await suggestions.write(`seed${round}`, locale, 'bing', { at, http_status: 200, phrases: phrases.slice(1) });
        },
        work: () =>
          learnSuggestions(
            { task: 'learn-suggestions', queries: [`seed${round}`], locale, queuedAt: service.now() },
            deps(),
          ),
        check: checkOf('seed'),
      },
      4,
    );
  },
  timeLimit(60_000, 600_000),
);

test(
  'all due domains are sent when the scheduler is killed at any of its calls',
  async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `due-${index}.com`);
    const followed = createFollowedDomains(service.db, scheduleTable.name, 100);
    const before = () => service.now();
    for (const domain of domains) await followed.follow(domain, before());
    await killAndRepeat(
      {
        what: 'the scheduler',
        prepare: () => {
          service.sent.length = 0;
          // Domains that are no longer queried are due once a month.
          service.advanceClock(40 * DAY);
          toNextMorning();
          service.advanceClock(22 * 60 * MINUTE);
          return Promise.resolve();
        },
        work: async () => {
          const instance = { ...service.instance(), followed };
          await scheduleSnapshots({ ...instance, remainingMs: () => 60_000 });
          await createFollowCounts(service.db, scheduleTable.name).recount(service.now());
        },
        check: async () => {
          const sent = new Set(service.sent.map(({ task }) => ('domain' in task ? task.domain : '')));
          expect([...sent].toSorted()).toEqual(domains.toSorted());
          const { Items = [] } = await service.tables.documents.send(
            new ScanCommand({ TableName: scheduleTable.name }),
          );
          const due = Items.filter(({ domain }) => domains.includes(domain as string));
          for (const { next_snapshot_at } of due)
            expect(Date.parse(next_snapshot_at as string)).toBeGreaterThan(before());
          expect(Items.find(({ domain }) => domain === '#followed')).toMatchObject({ followed: domains.length });
        },
      },
      5,
    );
  },
  timeLimit(60_000, 600_000),
);
