import { describe, expect, test } from '@jest/globals';
import { moveKey } from '../../../functions/core/accounts/plan-membership.ts';

/** Plans of one key; attaching it to one of these fails. */
function membership(start: string | null, refuses: string[] = []) {
  let plan = start;
  const steps: string[] = [];
  return {
    planNow: () => plan,
    steps,
    attach: (to: string) => {
      steps.push(`attach ${to}`);
      if (refuses.includes(to)) return Promise.reject(new Error(`${to} refuses`));
      plan = to;
      return Promise.resolve();
    },
    detach: (from: string) => {
      steps.push(`detach ${from}`);
      plan = null;
      return Promise.resolve();
    },
  };
}

describe('moving a key', () => {
  test('detaches it from its plan first, since a stage allows a key once', async () => {
    const key = membership('basic');
    await moveKey('id', { from: 'basic', to: 'pro' }, key);
    expect(key.steps).toEqual(['detach basic', 'attach pro']);
    expect(key.planNow()).toBe('pro');
  });

  test('attaches it to the old plan again when the new one fails', async () => {
    const key = membership('basic', ['pro']);
    await expect(moveKey('id', { from: 'basic', to: 'pro' }, key)).rejects.toThrow('pro refuses');
    expect(key.planNow()).toBe('basic');
  });

  test('reports both errors when the old plan fails too', async () => {
    const key = membership('basic', ['pro', 'basic']);
    await expect(moveKey('id', { from: 'basic', to: 'pro' }, key)).rejects.toMatchObject({
      message: expect.stringContaining('on no plan') as unknown,
      errors: [{ message: 'pro refuses' }, { message: 'basic refuses' }],
    });
  });

  test('only attaches it when it had no plan', async () => {
    const key = membership(null);
    await moveKey('id', { from: null, to: 'pro' }, key);
    expect(key.steps).toEqual(['attach pro']);
  });

  test('to its own plan does nothing, so that its usage is kept', async () => {
    const key = membership('basic');
    await moveKey('id', { from: 'basic', to: 'basic' }, key);
    expect(key.steps).toEqual([]);
  });
});
