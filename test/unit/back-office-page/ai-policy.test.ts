import { expect, test } from '@jest/globals';
import { isDeclared, policyRows, unreadOf } from '../../../functions/back-office/page/src/domain/overview/ai-policy.ts';
import type { AiPolicy } from '../../../functions/core/record/record.ts';

const nothing: AiPolicy = {
  ...{ content_signal: null, content_usage: null, training_preference: null, rsl: null, tdm: null, noai: null },
  ...{ payment: null, contradictions: [] },
};
const usage = { user_agents: ['*'], path: null, training: null, search: null, user: null } as const;
const declared = <Item>(...statements: Item[]) => {
  return { rules: 'rules', statements, statements_total: statements.length, unread: [] };
};

test('a row of each use has its declarations, with the crawlers of a group that is not for all', () => {
  const policy: AiPolicy = {
    ...nothing,
    content_signal: declared(
      {
        ...usage,
        source: 'robots.txt',
        text: 'search=yes, ai-train=no',
        search: 'allowed',
        training: 'disallowed',
        user_agents: ['*'],
      },
      { ...usage, source: 'robots.txt', text: 'ai-train=yes', training: 'allowed', user_agents: ['gptbot'] },
    ),
    tdm: declared({ source: 'file', path: '/a/', text: 'rule', reserved: true, policy: null }),
    noai: declared({ source: 'meta', text: 'noai', directives: ['noai'] }),
  };
  const rows = policyRows(policy, null);
  expect(rows.map(({ purpose, agents }) => [purpose, agents])).toEqual([
    ['training', null],
    ['search', null],
    ['user', null],
  ]);
  expect(
    rows.map((row) => row.declared.map(({ member, isAllowed, agents, path }) => [member, isAllowed, agents, path])),
  ).toEqual([
    [
      ['content_signal', false, [], null],
      ['content_signal', true, ['gptbot'], null],
      ['tdm', false, [], '/a/'],
      ['noai', false, [], null],
    ],
    [['content_signal', true, [], null]],
    [],
  ]);
});

test('a row counts the agents of its use that the record has, and names those that robots.txt disallows', () => {
  const rows = policyRows(nothing, {
    GPTBot: { allowed: false, rule: 'Disallow: /' },
    ClaudeBot: { allowed: true, rule: null },
    'Claude-User': { allowed: true, rule: null },
    Unknown: { allowed: false, rule: null },
  });
  expect(
    rows.map(({ agents }) => [agents!.allowed, agents!.total, agents!.disallowed.map(({ token }) => token)]),
  ).toEqual([
    [1, 2, ['GPTBot']],
    [0, 0, []],
    [1, 1, []],
  ]);
});

test('what was not read is neither declared nor the same as nothing', () => {
  const tdm: AiPolicy['tdm'] = { ...declared(), unread: ['file'] };
  expect(unreadOf({ ...nothing, tdm })).toEqual([{ member: 'tdm', sources: ['file'] }]);
  expect(unreadOf(nothing)).toEqual([]);
  expect(isDeclared({ ...nothing, tdm })).toBe(false);
  const payment = { rules: 'r', source: 'header', text: 'crawler-price: USD 1', currency: 'USD', amount: 1 } as const;
  expect(isDeclared({ ...nothing, payment })).toBe(true);
});
