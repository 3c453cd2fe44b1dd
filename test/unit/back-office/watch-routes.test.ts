import { beforeEach, expect, test } from '@jest/globals';
import type { WatchEvents, Watches } from '../../../functions/back-office/contract.ts';
import { answerCall } from '../../../functions/back-office/router.ts';
import { watchRoutes } from '../../../functions/back-office/watch-routes.ts';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import type { Mail } from '../../../functions/core/deliveries/mail.ts';
import { TEST_INTERVAL_MS, type TestLimits } from '../../../functions/core/deliveries/test-limits.ts';
import { isError } from '../../../functions/core/platform/http/errors.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import type { Finding } from '../../../functions/core/watches/store/events.ts';
import { createWatch } from '../../../functions/core/watches/manage-watches.ts';
import { apiEvent, byOperator } from '../../support/api-event.ts';
import { noJournal } from '../../support/no-journal.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createWatchWorld, ownerOf } from '../watches/watch-world.ts';

const world = useFresh(() => createWatchWorld());
const drop = condition.parse({ on: 'drop', metric: 'seo_score', by: 10 });

/** Creates a watch with an event. */
async function watchOf(owner: string): Promise<string> {
  const request = { domains: ['a.com'], conditions: [drop], crawl: null, deliver: null, mail: false };
  const { id } = await createWatch(request, ownerOf(owner), world.managing);
  const measured_at = new Date(world.clock.now).toISOString();
  const values = { name: 'seo_score', before: 90, after: 70 };
  await world.events.record(id, { id: 'e1', domain: 'a.com', condition: drop, ...values, measured_at } as Finding);
  return id;
}

/** Calls a route of watches as an operator, or as a viewer. */
async function call<Data>(method: string, path: string, { role = 'operator', watches = [] as object[] } = {}) {
  const event = { ...apiEvent(''), httpMethod: method, pathParameters: { proxy: path } };
  const data = { watches, failing_of_others: [], next_cursor: null };
  const services = {
    ...{ watches: world.watches, watchEvents: world.events, journal: noJournal, now: () => world.clock.now },
    watchesEndpoint: () => Promise.resolve({ statusCode: 200, body: JSON.stringify({ data }) }),
    watchMails: {
      workspaceUrl: 'https://seo.test/back-office/',
      publish(mail: Mail) {
        mails.push(mail);
        return Promise.resolve({ error: null });
      },
    },
    watchTests: world.sending.tests as TestLimits,
  };
  const answer = await answerCall(role === 'operator' ? byOperator(event) : event, watchRoutes, services);
  return (JSON.parse(answer.body) as { data: Data }).data;
}

const mails: Mail[] = [];
beforeEach(() => void mails.splice(0));

test('the list of watches contains the last event of each', async () => {
  const [first, second] = [await watchOf(OPERATOR), 'without-events'];
  const listed = await call<Watches>('GET', 'watches', { watches: [{ id: first }, { id: second }] });
  expect(listed.watches).toMatchObject([
    { id: first, last_event: { domain: 'a.com', before: 90, after: 70 } },
    { id: second, last_event: null },
  ]);
});

test('a test mail contains examples of events, once a minute, of watches of the operator alone', async () => {
  const [own, ofKey] = [await watchOf(OPERATOR), await watchOf('o1')];
  expect(await call('POST', `watches/${own}/test-mail`)).toEqual({ error: null });
  expect(mails).toMatchObject([{ subject: 'Test: a.com: SEO score dropped from 90 to 80' }]);
  const refusal = (id: string, role?: string) =>
    call('POST', `watches/${id}/test-mail`, { ...(role !== undefined && { role }) }).catch(
      (error: { code: string }) => error.code,
    );
  expect(await refusal(own)).toBe('rate_limited');
  expect([await refusal(ofKey), await refusal(own, 'viewer')]).toEqual(['not_found', 'not_permitted']);
  world.clock.now += TEST_INTERVAL_MS;
  expect(await refusal(own)).toEqual({ error: null });
  expect(mails).toHaveLength(2);
});

/** Reads the events of a watch. @returns how many there are; the code of a refusal */
async function eventsOf(id: string, role: 'operator' | 'viewer'): Promise<number | string> {
  const call = { ...apiEvent(''), pathParameters: { proxy: `watches/${id}/events` } };
  const { watches, events: watchEvents, clock } = world;
  const watchesEndpoint = () => Promise.reject(new Error('not invoked'));
  const services = {
    ...{ watches, watchEvents, watchesEndpoint, journal: noJournal, now: () => clock.now },
    watchMails: { publish: () => Promise.reject(new Error('not sent')), workspaceUrl: '' },
    watchTests: { takeMail: () => Promise.resolve(true) },
  };
  try {
    const { body } = await answerCall(role === 'operator' ? byOperator(call) : call, watchRoutes, services);
    return (JSON.parse(body) as { data: WatchEvents }).data.events.length;
  } catch (error) {
    if (isError(error)) return error.code;
    throw error;
  }
}

test.each(['operator', 'viewer'] as const)(
  'the role %s reads events of the watches of the operator alone',
  async (role) => {
    const [own, ofKey] = [await watchOf(OPERATOR), await watchOf('o1')];
    expect([await eventsOf(own, role), await eventsOf(ofKey, role), await eventsOf('unknown', role)]).toEqual([
      1,
      'not_found',
      'not_found',
    ]);
  },
);
