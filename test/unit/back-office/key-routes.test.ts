import { noJournal } from '../../support/no-journal.ts';
import { expect, jest, test } from '@jest/globals';
import { answerCall } from '../../../functions/back-office/router.ts';
import type { GatewayKeys, NewGatewayKey } from '../../../functions/core/accounts/gateway-keys.ts';
import { keyRoutes, type KeyServices } from '../../../functions/back-office/key-routes.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';

const made: NewGatewayKey = {
  id: 'a1',
  name: 'me',
  note: '',
  plan: 'pro',
  enabled: true,
  owner: 'o1',
  allowances: { domainsPerDay: null, pagesPerDay: 7 },
  endsWith: 'once',
  expiresAt: null,
  lastUsedOn: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  value: 'told-once',
};

const keyCopies = { expire: () => Promise.resolve() };
const planAllowances = { basic: { domains: 1, pages: 2, watches: 3 }, pro: { domains: 10, pages: 20, watches: 30 } };

test('the value of a new key is returned when its usage cannot be read', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const services: KeyServices = {
    keys: { create: () => Promise.resolve(made) } as Partial<GatewayKeys> as GatewayKeys,
    keyCopies,
    watchLimits: { setLimits: () => Promise.resolve() },
    planAllowances,
    readUsed: () => Promise.reject(new Error('out of order')),
    now: Date.now,
  };
  const body = JSON.stringify({ name: 'me', plan: 'pro' });
  const event = { ...byOperator(apiEvent('')), httpMethod: 'POST', pathParameters: { proxy: 'keys' }, body };
  const answer = await answerCall(event, keyRoutes, { ...services, journal: noJournal });
  expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([
    201,
    {
      data: {
        value: 'told-once',
        owner: 'o1',
        domains: { limit_per_day: 10, own_limit_per_day: null, used: null, refused: null },
        pages: { limit_per_day: 7, own_limit_per_day: 7, used: null, refused: null },
      },
    },
  ]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test.each([
  ['an allowance of the owner', 'owners/o1', { domains_per_day: 0 }, { domains: 0, pages: 7 }],
  ['the plan of one of two keys', 'keys/a1', { plan: 'basic' }, { domains: 10, pages: 7 }],
  ['the plan of the only key', 'keys/b1', { plan: 'basic' }, { domains: 1, pages: 7 }],
  ['the note of a key', 'keys/a1', { note: 'of the shop' }, null],
])('a change of %s applies to the watches of the owner', async (_case, path, change, expected) => {
  const applied: unknown[] = [];
  const stored = new Map(
    [made, { ...made, id: 'a2' }, { ...made, id: 'b1', owner: 'o2' }].map((key) => [key.id, key] as const),
  );
  const services: KeyServices = {
    keys: {
      one: (id) => Promise.resolve(stored.get(id)!),
      list: () => Promise.resolve([...stored.values()]),
      change: (id, edit) => {
        stored.set(id, { ...stored.get(id)!, ...(edit as object) });
        return Promise.resolve(stored.get(id)!);
      },
      allow: (_owner, { domainsPerDay = null }) =>
        Promise.resolve([{ ...made, allowances: { ...made.allowances, domainsPerDay } }]),
    } as Partial<GatewayKeys> as GatewayKeys,
    ...{ keyCopies, planAllowances, now: Date.now },
    watchLimits: { setLimits: (owner, limits) => Promise.resolve(void applied.push([owner, limits])) },
    readUsed: () => Promise.resolve(() => null),
  };
  const event = { ...byOperator(apiEvent('')), httpMethod: 'PATCH', pathParameters: { proxy: path } };
  const answer = await answerCall({ ...event, body: JSON.stringify(change) }, keyRoutes, {
    ...{ ...services, journal: noJournal },
  });
  const owner = path === 'keys/b1' ? 'o2' : 'o1';
  expect([answer.statusCode, applied]).toEqual([200, expected ? [[owner, expected]] : []]);
});
