import { expect, test } from '@jest/globals';
import { ThreadPool } from '../../../../functions/core/platform/threads/thread-pool.ts';

const poolOf = (options: { deadlineMs?: number; mostThreads?: number } = {}) =>
  new ThreadPool({
    file: new URL('./tasks.ts', import.meta.url),
    memoryMb: 32,
    deadlineMs: 20_000,
    mostThreads: 3,
    ...options,
  });

test('the pool runs tasks in threads and keeps one thread for the next task', async () => {
  const pool = poolOf();
  expect(await pool.run('add', [1, 2])).toBe(3);
  const first = await pool.run('whoAmI', []);
  expect(first).toBeGreaterThan(0);
  expect(await pool.run('whoAmI', [])).toBe(first);
  const several = await Promise.all(Array.from({ length: 3 }, () => pool.run('whoAmI', [])));
  expect(new Set(several).size).toBe(3);
});

test('the pool throws the error of a task and keeps its thread', async () => {
  const pool = poolOf();
  const thread = await pool.run('whoAmI', []);
  await expect(pool.run('fail', [])).rejects.toMatchObject({ name: 'TypeError', message: 'a defect' });
  await expect(pool.run('add', [() => 1])).rejects.toThrow('could not be cloned');
  expect(await pool.run('whoAmI', [])).toBe(thread);
});

test.each([
  ['exceeds the time limit', 'runOn', { deadlineMs: 300 }],
  ['exceeds the memory limit', 'growOn', {}],
  ['ends its thread', 'leave', {}],
])('a task that %s fails without an effect on other tasks', async (_, name, options) => {
  const pool = poolOf(options);
  const [bad, good] = await Promise.allSettled([pool.run(name, []), pool.run('add', [1, 2])]);
  expect([bad, good]).toMatchObject([
    { status: 'rejected', reason: { code: 'task_too_complex' } },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(await pool.run('add', [3, 4])).toBe(7);
});

test('further tasks wait when the maximum number of threads is busy', async () => {
  const pool = poolOf({ mostThreads: 2 });
  const threads = await Promise.all(Array.from({ length: 20 }, () => pool.run('whoAmI', [])));
  expect(new Set(threads).size).toBe(2);
});
