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

test('the value of a new key is returned when its usage cannot be read', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const services: KeyServices = {
    keys: { create: () => Promise.resolve(made) } as Partial<GatewayKeys> as GatewayKeys,
    keyCopies: { expire: () => Promise.resolve() },
    planAllowances: { basic: { domains: 1, pages: 2, watches: 3 }, pro: { domains: 10, pages: 20, watches: 30 } },
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
