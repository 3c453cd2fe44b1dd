import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { MAX_BOARDS } from '../../../functions/core/forum/check-in.ts';
import { relayResponse } from '../../../functions/core/forum/relay-actions.ts';
import type { ForumFault, ForumOptions } from '../../../infra/sandbox/forum-server.ts';
import { keepSuiteWithinDay } from '../../support/keep-within-day.ts';
import { type TestForum, withForum } from './with-forum.ts';

// The forum counts check-ins by day.
keepSuiteWithinDay();

const fast = { FORUM_BATCH_PAUSE_MS: '0' };
const isCheckIn = (path: string) => path.startsWith('/user/signin');

test('every board of several pages is signed once, then already, except board 0', async () => {
  await withForum({ boards: 60 }, fast, async ({ checkIn, requested }) => {
    const first = await checkIn();
    expect(first).toMatchObject({ complete: true, next_after: null });
    expect(first.totals).toEqual({ boards: 60, signed: 60, already: 0, failed: 0, not_tried: 0, experience: 300 });
    expect(first.boards[0]).toEqual({
      cat_id: '1',
      title: '版块 1',
      status: 'signed',
      experience: 5,
      continue_days: 1,
      error: null,
    });
    expect(new Set(requested()).size).toBe(60);
    expect((await checkIn()).totals).toMatchObject({ signed: 0, already: 60, experience: 0 });
  });
});

test('excluded boards are not requested', async () => {
  await withForum({ boards: 5 }, { ...fast, FORUM_EXCLUDED_BOARDS: '2, 4' }, async ({ checkIn, requested }) => {
    expect((await checkIn()).boards.map(({ cat_id }) => cat_id)).toEqual(['1', '3', '5']);
    expect(requested().sort()).toEqual(['1', '3', '5']);
  });
});

test('a board that upstream refuses fails with its message, and the others continue', async () => {
  const fault: NonNullable<ForumOptions['fault']> = (path, { form }) =>
    isCheckIn(path) && form.get('cat_id') === '3' ? { kind: 'code', code: 104, msg: '版块已关闭' } : null;
  await withForum({ boards: 5, fault }, fast, async ({ checkIn }) => {
    const { boards, totals, complete } = await checkIn();
    expect(totals).toMatchObject({ signed: 4, failed: 1 });
    expect(complete).toBe(true);
    expect(boards[2]).toMatchObject({
      status: 'failed',
      error: { code: 'upstream_refused', message: '版块已关闭', upstream: { code: 104, msg: '版块已关闭' } },
    });
  });
});

describe('code 103 stops the batch at once', () => {
  const deadFrom = (board: number): NonNullable<ForumOptions['fault']> => {
    return (path, { form }) =>
      isCheckIn(path) && Number(form.get('cat_id')) >= board ? { kind: 'code', code: 103, msg: '未登录' } : null;
  };

  test('with 401 when no board was done', async () => {
    await withForum({ boards: 40, fault: deadFrom(1) }, fast, async ({ checkIn, requested }) => {
      await expect(checkIn()).rejects.toMatchObject({ status: 401, extras: { upstream: { code: 103 } } });
      expect(requested().length).toBeLessThanOrEqual(3);
    });
  });

  test('otherwise with 200, the results and a next_after for a new token', async () => {
    await withForum({ boards: 40, fault: deadFrom(11) }, fast, async ({ checkIn, requested }) => {
      const { totals, complete, next_after, boards } = await checkIn();
      expect(complete).toBe(false);
      expect(totals.signed).toBe(10);
      expect(next_after).toBe('10');
      expect(boards).toHaveLength(40);
      expect(requested().length).toBeLessThanOrEqual(13);
    });
  });
});

describe('unreadable answers', () => {
  const htmlFrom = (board: number): NonNullable<ForumOptions['fault']> => {
    return (path, { form }) => (isCheckIn(path) && Number(form.get('cat_id')) >= board ? { kind: 'html' } : null);
  };
  const htmlFor = (...checkIns: number[]): NonNullable<ForumOptions['fault']> => {
    let count = 0;
    return (path) => (isCheckIn(path) && checkIns.includes((count += 1)) ? { kind: 'html' } : null);
  };
  const ownClock = { ownClock: true };

  test('to concurrent calls count once, and sequential calls continue more slowly until the third', async () => {
    await withForum(
      { boards: 40, fault: htmlFrom(1), latencyMs: 20 },
      fast,
      async ({ checkIn, requested, concurrent, waits }) => {
        const { totals, complete, boards } = await checkIn();
        expect(complete).toBe(false);
        expect(totals).toMatchObject({ boards: 40, failed: 5, not_tried: 35 });
        expect(boards[0]).toMatchObject({ status: 'failed', error: { code: 'upstream_unreadable' } });
        expect(requested()).toHaveLength(5);
        expect(concurrent).toEqual([1, 2, 3, 1, 1]);
        expect(waits).toEqual([1_000, 2_000]);
      },
      ownClock,
    );
  });

  test('and refusals of too frequent calls have the same effect', async () => {
    const fault: NonNullable<ForumOptions['fault']> = (path, { form }) =>
      isCheckIn(path) && Number(form.get('cat_id')) > 2
        ? { kind: 'code', code: 104, msg: '操作过于频繁，请稍后再试' }
        : null;
    await withForum(
      { boards: 40, fault },
      { ...fast, FORUM_BATCH_CONCURRENCY: '1' },
      async ({ checkIn, waits }) => {
        const { totals, complete, next_after } = await checkIn();
        expect(totals).toMatchObject({ signed: 2, failed: 3, not_tried: 35 });
        expect({ complete, next_after }).toEqual({ complete: false, next_after: '2' });
        expect(waits).toEqual([1_000, 2_000]);
      },
      ownClock,
    );
  });

  test('between readable ones slow the batch down, but do not end it', async () => {
    await withForum(
      { boards: 12, fault: htmlFor(2, 4, 6, 8) },
      { ...fast, FORUM_BATCH_CONCURRENCY: '1' },
      async ({ checkIn, waits }) => {
        expect((await checkIn()).totals).toMatchObject({ signed: 8, failed: 4, not_tried: 0 });
        expect(waits).toEqual([1_000, 1_000, 1_000, 1_000]);
      },
      ownClock,
    );
  });

  test('do not start a wait that ends too late for another board', async () => {
    await withForum(
      { boards: 4, fault: htmlFor(1, 2) },
      { ...fast, FORUM_BATCH_CONCURRENCY: '1' },
      async ({ checkIn, waits }) => {
        expect((await checkIn(undefined, 21_000)).totals).toMatchObject({ failed: 2, not_tried: 2 });
        expect(waits).toEqual([1_000]);
      },
      ownClock,
    );
  });
});

describe('a board that failed with a temporary error', () => {
  const ownClock = { ownClock: true };

  /** Repeats the call with next_after until the answer is complete. */
  async function untilComplete({ checkIn }: TestForum) {
    const batches = [await checkIn()];
    for (let next = batches[0]!.next_after; next !== null; next = batches.at(-1)!.next_after) {
      expect(batches.length).toBeLessThan(40);
      batches.push(await checkIn(next));
    }
    return batches;
  }
  const failingOnce = (board: string, fault: ForumFault): NonNullable<ForumOptions['fault']> => {
    let isDone = false;
    return (path, { form }) => {
      if (isDone || !isCheckIn(path) || form.get('cat_id') !== board) return null;
      isDone = true;
      return fault;
    };
  };
  const failingAlways = (boards: string[], fault: ForumFault): NonNullable<ForumOptions['fault']> => {
    return (path, { form }) => (isCheckIn(path) && boards.includes(form.get('cat_id')!) ? fault : null);
  };

  test.each([
    ['unreadable', { kind: 'html' }],
    ['cut off', { kind: 'lost-answer' }],
    ['an HTTP error', { kind: 'status', status: 503 }],
    ['refused as too frequent', { kind: 'code', code: 104, msg: '操作过于频繁，请稍后再试' }],
  ] as const)('is repeated with next_after: %s', async (_name, fault) => {
    await withForum(
      { boards: 8, fault: failingOnce('4', fault) },
      fast,
      async ({ checkIn, requested }) => {
        const first = await checkIn();
        expect(first).toMatchObject({ totals: { signed: 7, failed: 1 }, complete: false, next_after: '3' });
        expect(new Set(requested()).size).toBe(requested().length);
        const second = await checkIn(first.next_after!);
        expect(second).toMatchObject({ totals: { boards: 5, failed: 0 }, complete: true, next_after: null });
        expect(second.boards[0]).toMatchObject({ cat_id: '4' });
      },
      ownClock,
    );
  });

  test('is repeated when it is the first one of all', async () => {
    await withForum(
      { boards: 4, fault: failingOnce('1', { kind: 'html' }) },
      fast,
      async (forum) => {
        const batches = await untilComplete(forum);
        expect(batches.map(({ totals }) => totals)).toMatchObject([{ failed: 1 }, { signed: 1, already: 3 }]);
      },
      ownClock,
    );
  });

  test('is repeated after a batch that upstream limited from its first call on', async () => {
    let calls = 0;
    const fault: NonNullable<ForumOptions['fault']> = (path) =>
      isCheckIn(path) && (calls += 1) > 6 && calls < 14 ? { kind: 'html' } : null;
    await withForum(
      { boards: 20, fault },
      fast,
      async (forum) => {
        const batches = await untilComplete(forum);
        expect(new Set(batches.flatMap(({ boards }) => boards).map(({ cat_id }) => cat_id)).size).toBe(20);
        expect(batches.reduce((sum, { totals }) => sum + totals.signed, 0)).toBe(20);
      },
      ownClock,
    );
  });

  test('does not block a client forever when it always fails', async () => {
    await withForum(
      { boards: 9, fault: failingAlways(['4'], { kind: 'html' }) },
      fast,
      async (forum) => {
        const batches = await untilComplete(forum);
        expect(batches.at(-1)).toMatchObject({ complete: true, totals: { failed: 1, not_tried: 0 } });
        expect(forum.requested().filter((board) => board === '4').length).toBeGreaterThan(1);
      },
      ownClock,
    );
  });

  test.each<ForumFault>([{ kind: 'html' }, { kind: 'code', code: 104, msg: '操作过于频繁，请稍后再试' }])(
    'does not block a client forever when all boards always fail: $kind',
    async (fault) => {
      const all = Array.from({ length: 9 }, (_, index) => String(index + 1));
      await withForum(
        { boards: 9, fault: failingAlways(all, fault) },
        fast,
        async (forum) => {
          await untilComplete(forum);
          const times = all.map((board) => forum.requested().filter((requested) => requested === board).length);
          expect(Math.min(...times)).toBeGreaterThan(1);
        },
        ownClock,
      );
    },
  );
});

test.each([
  [102, '参数不合法'],
  [104, '版块已关闭'],
  [1101, '账号异常，请稍后再试'],
])('a refusal by upstream with code %i does not block next_after', async (code, msg) => {
  const fault: NonNullable<ForumOptions['fault']> = (path, { form }) =>
    isCheckIn(path) && form.get('cat_id') === '3' ? { kind: 'code', code, msg } : null;
  await withForum({ boards: 5, fault }, fast, async ({ checkIn }) => {
    expect(await checkIn()).toMatchObject({ totals: { failed: 1 }, complete: true, next_after: null });
  });
});

test('an unexpected error of one board is logged and does not affect the others', async () => {
  const defect = (board: string) => (board === '2' ? new TypeError('answer of the account 13800000000 is odd') : null);
  await withForum(
    { boards: 6 },
    fast,
    async ({ checkIn, defects }) => {
      const { totals, boards, next_after } = await checkIn();
      expect(totals).toMatchObject({ signed: 5, failed: 1 });
      expect(boards[1]).toMatchObject({ status: 'failed', error: { code: 'internal' } });
      expect(JSON.stringify(boards)).not.toMatch(/TypeError|13800000000/);
      expect(next_after).toBe('1');
      expect(defects).toMatchObject([{ name: 'TypeError' }]);
    },
    { defect },
  );
});

test('a batch pauses between boards, and not after the last one', async () => {
  await withForum(
    { boards: 3 },
    { FORUM_BATCH_CONCURRENCY: '1', FORUM_BATCH_PAUSE_MS: '150' },
    async ({ checkIn, waits }) => {
      await checkIn();
      expect(waits).toEqual([150, 150]);
    },
    { ownClock: true },
  );
});

test('a board list that cannot be read is an error, not an empty batch', async () => {
  const fault: NonNullable<ForumOptions['fault']> = (path) => (path.startsWith('/category') ? { kind: 'html' } : null);
  await withForum({ fault }, fast, async ({ checkIn }) => {
    await expect(checkIn()).rejects.toMatchObject({ code: 'upstream_unreadable' });
  });
});

describe('the result of a batch fits into an answer', () => {
  /** A character that needs the maximum number of bytes in an answer. */
  const COSTLY = '\u0001';
  const listOf = (categories: unknown[]): ForumFault => ({
    kind: 'body',
    body: JSON.stringify({ status: 1, msg: '', categories, more: 0, start: '' }),
  });
  const costlyBoards = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ categoryID: index + 1, title: COSTLY.repeat(500) }));

  test('with as many boards as a list may have, and the longest titles and messages', async () => {
    const refusal: ForumFault = { kind: 'code', code: 104, msg: COSTLY.repeat(5_000) };
    const fault: NonNullable<ForumOptions['fault']> = (path) =>
      path.startsWith('/category') ? listOf(costlyBoards(MAX_BOARDS)) : isCheckIn(path) ? refusal : null;
    await withForum(
      { fault },
      {},
      async ({ checkIn }) => {
        const batch = await checkIn();
        expect(batch.totals.failed + batch.totals.not_tried).toBe(MAX_BOARDS);
        // Boards that were not tried in the remaining time would have had the same result.
        const boards = batch.boards.map((board) => ({ ...batch.boards[0]!, cat_id: board.cat_id }));
        expect(boards[0]).toMatchObject({
          status: 'failed',
          title: COSTLY.repeat(100),
          error: { upstream: { code: 104 } },
        });
        const event = { requestContext: { requestId: 'a-b' } } as unknown as APIGatewayProxyEvent;
        expect(relayResponse(event, { ...batch, boards }).statusCode).toBe(200);
      },
      { ownClock: true },
    );
  });

  test.each([
    ['more boards than any forum has', listOf(costlyBoards(MAX_BOARDS + 1))],
    ['null', listOf([null])],
    ['a board that is none', listOf([{ categoryID: 1, title: 'a' }, 7])],
    ['more than 5 MB', listOf([{ categoryID: 1, title: 'a'.repeat(5_000_000) }])],
  ])('and a list of %s is an error before any check-in', async (_name, list) => {
    const fault: NonNullable<ForumOptions['fault']> = (path) => (path.startsWith('/category') ? list : null);
    await withForum({ fault }, fast, async ({ checkIn, requested }) => {
      await expect(checkIn()).rejects.toMatchObject({ code: 'upstream_unreadable', status: 502 });
      expect(requested()).toEqual([]);
    });
  });

  test('and a board with a response of more than 5 MB fails without affecting the others', async () => {
    const body = JSON.stringify({ status: 1, msg: 'a'.repeat(5_000_000) });
    const fault: NonNullable<ForumOptions['fault']> = (path, { form }) =>
      isCheckIn(path) && form.get('cat_id') === '3' ? { kind: 'body', body } : null;
    await withForum(
      { boards: 5, fault },
      fast,
      async ({ checkIn }) => {
        const { totals, boards, next_after } = await checkIn();
        expect(totals).toMatchObject({ signed: 4, failed: 1 });
        expect(boards[2]).toMatchObject({ status: 'failed', error: { code: 'upstream_unreadable' } });
        expect(next_after).toBe('2');
      },
      { ownClock: true },
    );
  });
});

test.each(['x', '-1', '1.5'])('after=%s is refused', async (after) => {
  await withForum({}, fast, async ({ checkIn }) => {
    await expect(checkIn(after)).rejects.toMatchObject({ code: 'invalid_parameter', details: [{ param: 'after' }] });
  });
});
