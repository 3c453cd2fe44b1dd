import { describe, expect, test } from '@jest/globals';
import { policyText } from '../../../functions/core/record/ai-policy-text.ts';
import type { AiPolicy } from '../../../functions/core/record/record.ts';

const nothing: AiPolicy = {
  ...{ content_signal: null, content_usage: null, training_preference: null, rsl: null, tdm: null, noai: null },
  ...{ payment: null, contradictions: [] },
};
const usage = {
  source: 'robots.txt',
  user_agents: ['*'],
  path: null,
  training: null,
  search: null,
  user: null,
} as const;
const usages = (...texts: string[]): AiPolicy['content_signal'] => ({
  rules: 'rules',
  statements: texts.map((text) => ({ ...usage, user_agents: ['*'], text })),
  statements_total: texts.length,
  unread: [],
});

describe('policyText', () => {
  test('returns `none` if nothing is declared, and null if nothing was read', () => {
    expect(policyText(nothing)).toBe('none');
    expect(policyText({ ...nothing, contradictions: null })).toBeNull();
    expect(policyText(undefined)).toBeNull();
  });

  test('returns null if a source could not be read, so that a failure is no change', () => {
    const unread = { ...usages()!, unread: ['robots.txt' as const] };
    expect(policyText({ ...nothing, content_signal: unread })).toBeNull();
    // The token of this draft is not known, which says nothing about the others.
    expect(policyText({ ...nothing, training_preference: unread })).toBe('none');
  });

  test('returns the declarations by member, with the group of a statement that is not for all crawlers', () => {
    const content_signal = usages('search=yes', 'ai-train=no');
    content_signal!.statements[1]!.user_agents = ['gptbot', 'ccbot'];
    expect(policyText({ ...nothing, content_signal })).toBe('content_signal: search=yes | gptbot, ccbot ai-train=no');
  });

  test('does not depend on whether a licence can be read', () => {
    const textOf = (status: 'readable' | 'unreadable') => {
      const licence = { source: 'robots.txt', url: 'https://a.example/l.xml', http_status: null, error: null } as const;
      const licences = [{ ...licence, status, permits: [], prohibits: [], payment_types: [] }];
      return policyText({ ...nothing, rsl: { rules: 'RSL 1.0', licences, licences_total: 1, unread: [] } });
    };
    expect(textOf('readable')).toBe('rsl: https://a.example/l.xml');
    expect(textOf('unreadable')).toBe(textOf('readable'));
  });

  test('ends with a hash if it is longer than 200 characters, so that a change anywhere is one', () => {
    const textOf = (last: string) => policyText({ ...nothing, content_usage: usages(`${'x'.repeat(290)} ${last}`) })!;
    expect([...textOf('a')].length).toBeLessThanOrEqual(200);
    expect(textOf('a').slice(0, 160)).toBe(textOf('b').slice(0, 160));
    expect(textOf('a')).not.toBe(textOf('b'));
  });
});
