import { describe, expect, test } from '@jest/globals';
import { withForum } from './with-forum.ts';

describe("within the gateway's time, with the default settings", () => {
  test.concurrent('120 boards at 200 ms each are completed', async () => {
    await withForum({ boards: 120 }, { FORUM_BATCH_PAUSE_MS: '0' }, async ({ checkIn, requested }) => {
      // 40 rounds of three boards, each with its pause, counted beforehand, so that a busy machine has no effect.
      const spentMs = 40 * (200 + 150);
      const { totals, complete } = await checkIn(undefined, spentMs);
      expect(complete).toBe(true);
      expect(totals.signed).toBe(120);
      expect(requested()).toHaveLength(120);
    });
  });

  test.concurrent(
    'at 2 s each it answers before it is complete, and further calls finish the rest without requesting a board twice',
    async () => {
      await withForum({ boards: 14, latencyMs: 2_000 }, {}, async ({ checkIn, requested }) => {
        const spentMs = 14_000; // the remaining time is used as the whole would be
        const first = await checkIn(undefined, spentMs);
        expect(first.complete).toBe(false);
        expect(first.boards).toHaveLength(14);
        expect(first.totals.failed).toBe(0);
        expect(first.totals.signed).toBeGreaterThan(0);
        const second = await checkIn(first.next_after!);
        expect(second.complete).toBe(true);
        expect(first.totals.signed + second.totals.signed).toBe(14);
        expect(requested().sort()).toEqual([...new Set(requested())].sort());
      });
    },
  );
});
