import { beforeAll, expect, test } from '@jest/globals';
import type { CreatedKey, JournalLine, JournalPage } from '../../functions/back-office/contract.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { callBackOffice, signIn, userOf } from '../support/sign-in.ts';
import { useOpened } from '../support/use-opened.ts';

let operator: string;
let viewer: string;
const runner = useOpened(() => startTestRunner(punctual, ['--offline']));
beforeAll(async () => {
  operator = (await signIn(runner)).access_token;
  viewer = (await signIn(runner, { role: 'viewer' })).access_token;
});

async function call<Data>(method: string, path: string, body?: unknown, token = operator) {
  const response = await callBackOffice(runner, path, { token, method, body });
  return { status: response.status, data: ((await response.json()) as { data: Data }).data };
}
const journal = async (token = operator) => (await call<JournalPage>('GET', 'journal', undefined, token)).data;
const summaryOf = ({ action, about, outcome }: JournalLine) => [action, about, outcome];

test('the journal contains every change with operator, object and outcome, newest first, and no secrets', async () => {
  const { data: key } = await call<CreatedKey>('POST', 'keys', {
    name: 'noted',
    plan: 'basic',
    note: 'a private note',
  });
  await call('PATCH', 'keys/unknown1', { note: 'x' });
  await call('POST', 'domains/shop.example/block');
  await call('DELETE', 'domains/shop.example');
  await call('POST', 'domains/shop.example/unblock');
  await call('GET', 'keys');
  expect((await call('POST', 'domains/shop.example/block', undefined, viewer)).status).toBe(403);

  const { entries, next } = await journal();
  expect([entries.map(summaryOf), next]).toEqual([
    [
      ['POST domains/{domain}/unblock', 'shop.example', 'done'],
      ['DELETE domains/{domain}', 'shop.example', 'done'],
      ['POST domains/{domain}/block', 'shop.example', 'done'],
      ['PATCH keys/{id}', 'unknown1', 'not_found'],
      ['POST keys', key.id, 'done'],
    ],
    null,
  ]);
  const { name } = userOf(runner);
  for (const { operator: who, at } of entries) expect([who, Date.parse(at)]).toEqual([name, expect.any(Number)]);
  for (const secret of [key.value, 'a private note']) expect(JSON.stringify(entries)).not.toContain(secret);
  expect(await journal(viewer)).toEqual(await journal());
});

test('the journal is filtered by action, operator and a part of the object', async () => {
  await call('POST', 'domains/blog.example/block');
  await call('POST', 'domains/blog.example/unblock');
  await call('POST', 'domains/changes', { domains: ['blog.example', 'faulty.example'], add_tags: ['filtered'] });
  const filtered = async (query: Record<string, string>) => {
    const { data } = await call<JournalPage>('GET', `journal?${new URLSearchParams(query).toString()}`);
    return data.entries.map(({ action }) => action);
  };
  expect(await filtered({ about: 'blog.example', action: 'POST domains/{domain}/block' })).toEqual([
    'POST domains/{domain}/block',
  ]);
  expect(await filtered({ about: 'blog.example' })).toEqual([
    'POST domains/changes',
    'POST domains/{domain}/unblock',
    'POST domains/{domain}/block',
  ]);
  expect(await filtered({ about: 'blog.example', operator: 'another' })).toEqual([]);
});

test('the journal is read page by page', async () => {
  for (let count = 0; count < 52; count += 1) await call('PATCH', 'keys/unknown2', { note: String(count) });
  const first = await journal();
  expect([first.entries.length, first.next]).toEqual([50, first.entries.at(-1)!.id]);
  const { data } = await call<JournalPage>('GET', `journal?after=${encodeURIComponent(first.next!)}`);
  expect(data.entries.length).toBeGreaterThanOrEqual(7);
  expect(data.entries.some(({ id }) => first.entries.some((shown) => shown.id === id))).toBe(false);
});

test('an entry contains the key or the domains with the old and new values', async () => {
  const { data: key } = await call<CreatedKey>('POST', 'keys', { name: 'shop import', plan: 'basic' });
  await call('PATCH', `keys/${key.id}`, { plan: 'pro', note: 'a private note' });
  await call('PATCH', `owners/${key.owner}`, { domains_per_day: 20 });
  await call('PATCH', `owners/${key.owner}`, { domains_per_day: null });
  await call('POST', 'domains/changes', { domains: ['shop.example'], add_tags: ['client'], follow: false });
  await call('DELETE', `keys/${key.id}`);
  const { entries } = await journal();
  const name = 'shop import';
  expect(entries.slice(0, 6).map(({ name: of, changes }) => [of, changes])).toEqual([
    [name, []],
    [
      'shop.example',
      [
        { what: 'tag', from: null, to: 'client' },
        { what: 'followed', to: false },
      ],
    ],
    [name, [{ what: 'domains_per_day', from: 20, to: null }]],
    [name, [{ what: 'domains_per_day', from: null, to: 20 }]],
    [name, [{ what: 'plan', from: 'basic', to: 'pro' }, { what: 'note' }]],
    [name, []],
  ]);
  expect(JSON.stringify(entries)).not.toContain('a private note');
});
