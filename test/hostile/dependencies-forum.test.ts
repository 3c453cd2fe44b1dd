import { afterEach, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { isError } from '../../functions/core/platform/http/errors.ts';
import { checkInEverywhere } from '../../functions/core/forum/check-in-everywhere.ts';
import { createUpstreamClient } from '../../functions/core/forum/upstream-client.ts';
import { type ForumFault, type ForumServer, members, startForumServer } from '../../infra/sandbox/forum-server.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { accessTo } from '../support/upstream-access.ts';

// The forum counts check-ins by day.
keepSuiteWithinDay();

/** In the long form, the list of boards has two pages. */
const BOARDS = tries(8, 30);
/** Time limit of a check-in without a response, shorter than the real one. All other limits are the real ones. */
const HANG_MS = 1_000;
const EXPERIENCE = 5;
const CONCURRENCY = 3;

const secrets = { salt: 'a'.repeat(32), marketId: 'm', deviceCode: '[d]1' };
const faults: Record<string, ForumFault> = {
  reset: { kind: 'reset' },
  'a lost response': { kind: 'lost-answer' },
  'no response': { kind: 'hang' },
  garbage: { kind: 'html' },
  'a truncated response': { kind: 'truncated' },
  'an answer that unpacks to 50 MB': {
    kind: 'body',
    body: gzipSync(`{"status":1}${' '.repeat(50_000_000)}`),
    headers: { 'Content-Encoding': 'gzip' },
  },
  'an answer 200,000 levels deep': {
    kind: 'body',
    body: `{"status":1,"user":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  },
  'a server error': { kind: 'status', status: 500 },
  'service unavailable': { kind: 'status', status: 503 },
  'an expired token': { kind: 'code', code: 103, msg: '未登录' },
  'a refusal': { kind: 'code', code: 102, msg: '参数不合法' },
};

/** Fails the test: no fault of the forum may cause an unexpected error of the service. */
const failByDefect = (error: unknown) => {
  throw error;
};

type Batch = Awaited<ReturnType<typeof checkInEverywhere>>;

let open: ForumServer[] = [];
afterEach(async () => {
  await Promise.all(open.map((forum) => forum.close()));
  open = [];
});

/**
 * Starts a forum.
 *
 * @param isHit whether the n-th check-in fails
 */
async function startForum(fault: ForumFault, isHit: (checkIn: number) => boolean) {
  const isHanging = fault.kind === 'hang';
  let count = 0;
  let isRecovered = false;
  const carriedOut = new Set<string>();
  const forum = await startForumServer({
    ...secrets,
    boards: BOARDS,
    fault: (path, { form }) => {
      if (!path.startsWith('/user/signin/')) return null;
      const failure = !isRecovered && isHit((count += 1)) ? fault : null;
      if (!failure || failure.kind === 'lost-answer') carriedOut.add(form.get('cat_id')!);
      return failure;
    },
  });
  open.push(forum);
  const upstream = createUpstreamClient(accessTo(forum.url, secrets), Date.now);
  const impatient = createUpstreamClient(accessTo(forum.url, secrets), Date.now, HANG_MS);
  // Pauses are skipped and added to the clock.
  let skippedMs = 0;
  const now = () => Date.now() + skippedMs;
  const sleep = (ms: number) => {
    const end = now() + ms;
    return Promise.resolve().then(() => (skippedMs += Math.max(0, end - now())));
  };
  const login = async () => {
    const { account, password } = members[0]!;
    return (await upstream.login(account, password))._key as string;
  };
  const batch = {
    FORUM_BATCH_CONCURRENCY: CONCURRENCY,
    FORUM_BATCH_PAUSE_MS: 0,
    FORUM_EXCLUDED_BOARDS: new Set<string>(),
  };
  return {
    login,
    /** Boards whose check-in the forum has processed, whatever it returned. */
    carriedOut,
    /** Removes the fault. */
    recover: () => (isRecovered = true),
    checkIn: (key: string, after?: string) =>
      checkInEverywhere(
        { key, after },
        {
          upstream:
            isHanging && !isRecovered ? { ...upstream, checkIn: (...call) => impatient.checkIn(...call) } : upstream,
          batch,
          now,
          sleep,
          startedAt: now(),
          logUnexpectedError: failByDefect,
        },
      ),
    /** The check-in requests by board. */
    checkIns: () =>
      Map.groupBy(
        forum.requests.filter(({ path }) => path.startsWith('/user/signin/')),
        ({ form }) => form.get('cat_id'),
      ),
  };
}

function expectToAddUp({ totals, boards, complete, next_after }: Batch) {
  const count = (status: string) => boards.filter((board) => board.status === status).length;
  expect(totals).toEqual({
    boards: boards.length,
    signed: count('signed'),
    already: count('already'),
    failed: count('failed'),
    not_tried: count('not_tried'),
    experience: count('signed') * EXPERIENCE,
  });
  const isOpen = boards.some(
    ({ status, error }) => status === 'not_tried' || (error !== null && error.code !== 'upstream_refused'),
  );
  expect([complete, next_after === null]).toEqual([!isOpen, !isOpen]);
  for (const { status, error } of boards) expect(error === null).toBe(status !== 'failed');
}

/** @returns the results of a batch with faults, and of the batches that continue after it */
async function runThrough(fault: ForumFault, isHit: (checkIn: number) => boolean) {
  const forum = await startForum(fault, isHit);
  const first = await forum.checkIn(await forum.login()).catch((error: unknown) => error);
  const batches: Batch[] = [];
  if (isError(first, 'upstream_rejected_credentials')) expect(isHit(1)).toBe(true);
  else if (first instanceof Error) throw first;
  else batches.push(first as Batch);

  const doneBefore = new Set(forum.carriedOut);
  forum.recover();
  const key = await forum.login();
  batches.push(...(await continueFrom(forum, key, batches[0] ? batches[0].next_after : '0')));
  return { batches, forum, key, doneBefore };
}

/** @returns the batches until all boards were processed; on a busy machine, more than one */
async function continueFrom(forum: Awaited<ReturnType<typeof startForum>>, key: string, from: string | null) {
  const batches: Batch[] = [];
  for (let next = from; next !== null;) {
    const batch = await forum.checkIn(key, next);
    batches.push(batch);
    expect(batch.next_after).not.toBe(next);
    next = batch.next_after;
  }
  return batches;
}

const isTokenDead = (fault: ForumFault) => fault.kind === 'code' && fault.code === 103;

async function expectAllAccountedFor(fault: ForumFault, isHit: (checkIn: number) => boolean) {
  const { batches, forum, key, doneBefore } = await runThrough(fault, isHit);
  for (const batch of batches) expectToAddUp(batch);

  const tried = batches.flatMap(({ boards }) => boards).filter(({ status }) => status !== 'not_tried');
  const last = new Map(tried.map((board) => [board.cat_id, board]));
  // No board is lost: each was checked in eventually, or rejected by upstream itself.
  expect(new Set(last.keys())).toEqual(new Set(Array.from({ length: BOARDS }, (_, index) => String(index + 1))));
  for (const { status, error } of last.values()) if (status === 'failed') expect(error?.code).toBe('upstream_refused');
  // No board is requested twice within a call.
  for (const [id, requests] of isTokenDead(fault) ? [] : forum.checkIns()) {
    // On a busy machine, an attempt may end before upstream receives it.
    const attempts = tried.filter(({ cat_id }) => cat_id === id).length;
    expect([id, Math.max(requests.length, attempts)]).toEqual([id, attempts]);
  }
  const signed = tried.filter(({ status }) => status === 'signed').map(({ cat_id }) => cat_id);
  expect(signed).toHaveLength(new Set(signed).size);

  for (const id of signed) expect(forum.carriedOut).toContain(id);
  // A processed check-in is reported as failed only if its response was lost, or arrived too late on a busy machine.
  const unknown = tried.filter(({ status, cat_id }) => status === 'failed' && doneBefore.has(cat_id));
  if (fault.kind !== 'lost-answer') for (const { error } of unknown) expect(error?.code).toBe('upstream_timeout');

  // A new check-in on all boards processes the remaining boards, and none twice.
  const done = forum.carriedOut.size;
  const again = await continueFrom(forum, key, '0');
  again.forEach(expectToAddUp);
  const statuses = again.flatMap(({ boards }) => boards.map(({ status }) => status));
  const count = (expected: string) => statuses.filter((status) => status === expected).length;
  expect({ signed: count('signed'), already: count('already'), failed: count('failed') }).toEqual({
    signed: BOARDS - done,
    already: done,
    failed: 0,
  });
  return tried.filter(({ status }) => status === 'failed').length;
}

/** Concurrent batches: more would exceed each other's time limits. */
const AT_ONCE = 8;

async function inGroups<Case, Value>(cases: Case[], run: (one: Case) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    values.push(...(await Promise.all(cases.slice(from, from + AT_ONCE).map(run))));
  }
  return values;
}

const everyN = Array.from({ length: BOARDS + 1 }, (_, n) => n);

test.each(Object.keys(faults))(
  'from the n-th check-in on, for every n: %s: all boards are accounted for, and the next call continues',
  async (name) => {
    const fault = faults[name]!;
    const failed = await inGroups(everyN, (n) => expectAllAccountedFor(fault, (checkIn) => checkIn > n));
    tally({
      area: 'Failing dependencies',
      what: `the forum fails during a check-in on all boards: ${name}`,
      tried: everyN.length,
      outcome: `${failed.reduce((sum, some) => sum + some, 0)} boards reported as failed, none lost, none twice`,
    });
  },
  timeLimit(60_000, 120_000),
);

const passing = Object.keys(faults).filter((name) => !isTokenDead(faults[name]!));
test.each(passing)(
  'a batch continues after one fault at any position: %s',
  async (name) => {
    const fault = faults[name]!;
    await inGroups(everyN.slice(1), (n) => expectAllAccountedFor(fault, (checkIn) => checkIn === n));
    tally({
      area: 'Failing dependencies',
      what: `one of several check-ins fails: ${name}`,
      tried: BOARDS,
      outcome: 'all boards accounted for',
    });
  },
  timeLimit(60_000, 120_000),
);
