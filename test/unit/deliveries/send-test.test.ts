import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { sendTest } from '../../../functions/core/deliveries/send-test.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createDeliverWorld, SIGNER } from './deliver-world.ts';

const world = useFresh(createDeliverWorld);
const data = { watch: SIGNER.watch };
const send = (url: string) =>
  sendTest({ id: 't1', url, signer: SIGNER, data }, { ...world.services, attemptMs: 1_000 });

test('a test delivery is signed and has the type watch.test', async () => {
  expect(await send('http://hook.test/in')).toEqual({ status: 204, error: null });
  const [{ body, id, timestamp, signature }] = world.received as [(typeof world.received)[0]];
  expect(JSON.parse(body)).toEqual({
    ...{ type: 'watch.test', timestamp: new Date(world.clock.now).toISOString(), data: { watch: 'w1' } },
  });
  const webhook = new Webhook(await world.services.secrets.signing(SIGNER).then(([secret]) => secret!));
  expect([id, signature]).toEqual(['t1', webhook.sign('t1', new Date(Number(timestamp) * 1000), body)]);
});

test.each([
  ['answer=500', 500, 'http_error'],
  ['answer=410', 410, 'receiver_gone'],
  ['answer=redirect', 302, 'redirected'],
  ['answer=hang', null, 'timeout'],
])('a receiver with %s does not pass the test', async (query, status, error) => {
  expect(await send(`http://hook.test/in?${query}`)).toEqual({ status, error });
});

test.each([
  ['no address', 'invalid_address'],
  ['http://10.0.0.1/', 'https_required'],
  ['https://10.0.0.1/', 'address_not_public'],
])('%s does not pass the test and is not contacted', async (url, error) => {
  expect(await send(url)).toEqual({ status: null, error });
  expect(world.site.requests).toEqual([]);
});
