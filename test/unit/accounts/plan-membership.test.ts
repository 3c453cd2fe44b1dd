import { describe, expect, test } from '@jest/globals';
import { moveKey } from '../../../functions/core/accounts/plan-membership.ts';

/** Plans of one key; putting it on one of these fails. */
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

describe('a key that is moved', () => {
  test('is taken off its plan first, since a stage takes a key once', async () => {
    const key = membership('basic');
    await moveKey('id', { from: 'basic', to: 'pro' }, key);
    expect(key.steps).toEqual(['detach basic', 'attach pro']);
    expect(key.planNow()).toBe('pro');
  });

  test('and cannot be put on the new plan is put back', async () => {
    const key = membership('basic', ['pro']);
    await expect(moveKey('id', { from: 'basic', to: 'pro' }, key)).rejects.toThrow('pro refuses');
    expect(key.planNow()).toBe('basic');
  });

  test('and can neither be moved nor put back tells both', async () => {
    const key = membership('basic', ['pro', 'basic']);
    await expect(moveKey('id', { from: 'basic', to: 'pro' }, key)).rejects.toMatchObject({
      message: expect.stringContaining('on no plan') as unknown,
      errors: [{ message: 'pro refuses' }, { message: 'basic refuses' }],
    });
  });

  test('from no plan is just put on the new one', async () => {
    const key = membership(null);
    await moveKey('id', { from: null, to: 'pro' }, key);
    expect(key.steps).toEqual(['attach pro']);
  });

  test('to where it is keeps what it was used', async () => {
    const key = membership('basic');
    await moveKey('id', { from: 'basic', to: 'basic' }, key);
    expect(key.steps).toEqual([]);
  });
});
