import { describe, expect, test } from '@jest/globals';
import type { ForumOptions } from '../../../infra/sandbox/forum/forum-server.ts';
import { withForum } from './with-forum.ts';

const fast = { FORUM_BATCH_PAUSE_MS: '0' };
const isCheckIn = (path: string) => path.startsWith('/user/signin');

test('every board of a list of several pages is signed once, then already; board 0 is left out', async () => {
  await withForum({ boards: 60 }, fast, async ({ checkIn, asked }) => {
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
    expect(new Set(asked()).size).toBe(60);
    expect((await checkIn()).totals).toMatchObject({ signed: 0, already: 60, experience: 0 });
  });
});

test('excluded boards are not asked', async () => {
  await withForum({ boards: 5 }, { ...fast, FORUM_EXCLUDED_BOARDS: '2, 4' }, async ({ checkIn, asked }) => {
    expect((await checkIn()).boards.map(({ cat_id }) => cat_id)).toEqual(['1', '3', '5']);
    expect(asked().sort()).toEqual(['1', '3', '5']);
  });
});

test('a board that upstream refuses has failed with its words; the others go on', async () => {
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

  test('401 where no board was done', async () => {
    await withForum({ boards: 40, fault: deadFrom(1) }, fast, async ({ checkIn, asked }) => {
      await expect(checkIn()).rejects.toMatchObject({ status: 401, upstream: { code: 103 } });
      expect(asked().length).toBeLessThanOrEqual(3);
    });
  });

  test('else 200 with what was done, and a place to go on from with a new token', async () => {
    await withForum({ boards: 40, fault: deadFrom(11) }, fast, async ({ checkIn, asked }) => {
      const { totals, complete, next_after, boards } = await checkIn();
      expect(complete).toBe(false);
      expect(totals.signed).toBe(10);
      expect(next_after).toBe('10');
      expect(boards).toHaveLength(40);
      expect(asked().length).toBeLessThanOrEqual(13);
    });
  });
});

test('unreadable answers slow the batch down, then stop it, and every board is accounted for', async () => {
  const fault: NonNullable<ForumOptions['fault']> = (path, { form }) =>
    isCheckIn(path) && Number(form.get('cat_id')) > 10 ? { kind: 'html' } : null;
  await withForum({ boards: 40, fault }, fast, async ({ checkIn, asked }) => {
    const { totals, complete, boards, next_after } = await checkIn();
    expect(complete).toBe(false);
    expect(totals).toMatchObject({ boards: 40, signed: 10 });
    expect(totals.failed + totals.not_tried).toBe(30);
    expect(asked().length).toBeLessThanOrEqual(16);
    expect(boards[10]).toMatchObject({ status: 'failed', error: { code: 'upstream_unreadable' } });
    expect(Number(next_after)).toBe(10 + totals.failed);
  });
});

test('a single unreadable answer does not stop it', async () => {
  let faults = 0;
  const fault: NonNullable<ForumOptions['fault']> = (path) =>
    isCheckIn(path) && (faults += 1) === 5 ? { kind: 'html' } : null;
  await withForum({ boards: 12, fault }, fast, async ({ checkIn }) => {
    expect((await checkIn()).totals).toMatchObject({ signed: 11, failed: 1, not_tried: 0 });
  });
});

test('a board list that cannot be read is an error, not an empty batch', async () => {
  const fault: NonNullable<ForumOptions['fault']> = (path) => (path.startsWith('/category') ? { kind: 'html' } : null);
  await withForum({ fault }, fast, async ({ checkIn }) => {
    await expect(checkIn()).rejects.toMatchObject({ code: 'upstream_unreadable' });
  });
});

test.each(['x', '-1', '1.5'])('after=%s is refused', async (after) => {
  await withForum({}, fast, async ({ checkIn }) => {
    await expect(checkIn(after)).rejects.toMatchObject({ code: 'invalid_parameter', problems: [{ param: 'after' }] });
  });
});
