import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createFollowedDomains } from '../../../functions/core/domains/schedule/followed-domains.ts';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork } from '../../../functions/core/platform/network/network.ts';
import { createDeliveries } from '../../../functions/core/deliveries/deliveries.ts';
import type { NewDelivery } from '../../../functions/core/deliveries/delivery.ts';
import { createDeliveryOutcomes } from '../../../functions/core/deliveries/delivery-outcomes.ts';
import { deliver, type DeliverServices } from '../../../functions/core/deliveries/deliver.ts';
import { createReceiverSlots } from '../../../functions/core/deliveries/receiver-slots.ts';
import { scheduleDeliveries } from '../../../functions/core/deliveries/schedule-deliveries.ts';
import { createSecrets } from '../../../functions/core/deliveries/secrets.ts';
import { createTestLimits } from '../../../functions/core/deliveries/test-limits.ts';
import type { DeliveryTask } from '../../../functions/core/deliveries/tasks.ts';
import { answerAwsCalls } from '../../../infra/local/aws/aws-json.ts';
import { type ParameterFile, ssmOperations } from '../../../infra/local/aws/ssm.ts';
import { createReceiver, type Received } from '../../../infra/sandbox/receiver.ts';
import { coordinationTable, createTestTables, scheduleTable, watchesTable } from '../../support/dynamodb.ts';
import { startSite } from '../../support/site.ts';
import { AGENT } from '../platform/network/local-servers.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
export const SIGNER = { owner: 'o1', watch: 'w1' };
export const EVENT = '2026-11-20T07:59:00.000Z#e1';

/** A parameter store in which functions may create parameters. */
export async function startParameterStore() {
  const created: ParameterFile = { values: {}, save: () => {} };
  const server = createServer(answerAwsCalls(ssmOperations({}, created))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const environment = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
  });
  return {
    values: created.values,
    close: () => {
      process.env = environment;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A message of the queue of deliveries, and when it arrives. */
export interface DelayedMessage extends DeliveryTask {
  at: number;
}

/** Processes all messages that have arrived. @returns outcomes in order */
export async function workOff(
  messages: DelayedMessage[],
  clock: { now: number },
  services: DeliverServices,
): Promise<string[]> {
  const outcomes: string[] = [];
  for (;;) {
    const index = messages.findIndex(({ at }) => at <= clock.now);
    if (index < 0) return outcomes;
    const [message] = messages.splice(index, 1);
    outcomes.push((await deliver(message!, services)).outcome);
  }
}

/** A sender, the hosts `hook.test` and `other.test` with a receiver, and a clock that only the test advances. */
export async function createDeliverWorld() {
  const tables = await createTestTables(watchesTable, coordinationTable, scheduleTable);
  const store = await startParameterStore();
  const received: (Received & { inbox: string })[] = [];
  const site = await startSite(createReceiver((inbox, delivery) => received.push({ inbox, ...delivery })));
  const { db } = tables;
  const clock = { now: START };
  const now = () => clock.now;
  /** Addresses of further hosts. */
  const names = new Map<string, string>();
  const lookup: LookupFunction = (host, options, callback) => {
    const address = names.get(host);
    if (!address) return callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), []);
    return options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4);
  };
  const overrides = ['hook.test', 'other.test'].map((host) => `${host}=127.0.0.1:${site.port}`).join(',');
  const messages: DelayedMessage[] = [];
  /** Sort keys of the events of each mail. */
  const mails: string[][] = [];
  const queue = {
    send: (task: DeliveryTask, delayMs = 0) => {
      messages.push({ ...task, at: clock.now + delayMs });
      return Promise.resolve();
    },
  };
  const deliveries = createDeliveries(db, watchesTable.name, queue, now);
  const followed = createFollowedDomains(db, scheduleTable.name, 10);
  const services: DeliverServices = {
    network: createNetwork({ overrides: parseHostOverrides(overrides), userAgent: AGENT, lookup }),
    secrets: createSecrets('/shop/watches/master-secret', now),
    followed,
    now,
    deliveries,
    outcomes: createDeliveryOutcomes(db, watchesTable.name),
    slots: createReceiverSlots(db, coordinationTable.name, now),
    tests: createTestLimits(db, coordinationTable.name, now),
    mail: (_signer, events) => {
      mails.push(events);
      return Promise.resolve({ error: null });
    },
  };
  const keyOfWatch = { partition: `owner#${SIGNER.owner}`, sort: `watch#${SIGNER.watch}` };
  const keyOfEvent = { partition: `events#${SIGNER.watch}`, sort: EVENT };
  const readItem = async (Key: Record<string, string>) =>
    (await db.get({ TableName: watchesTable.name, Key, ConsistentRead: true })).Item;

  /** Stores a watch and an event, and adds the event's delivery. */
  async function add(url: string, more: Partial<NewDelivery> = {}) {
    const put = (Item: Record<string, unknown>) => db.put({ TableName: watchesTable.name, Item });
    await put({ ...keyOfWatch, deliver_url: url });
    await put(keyOfEvent);
    await deliveries.add({ id: 'd1', url, body: '{"type":"test"}', signer: SIGNER, event: EVENT, ...more });
  }

  const work = () => workOff(messages, clock, services);
  /** A run of the scheduler. */
  const schedule = (remainingMs = () => Infinity) => scheduleDeliveries({ deliveries, now, remainingMs });

  return {
    ...{
      db,
      store,
      clock,
      names,
      services,
      deliveries,
      followed,
      messages,
      mails,
      received,
      site,
      add,
      work,
      schedule,
      queue,
    },
    watch: () => readItem(keyOfWatch),
    event: () => readItem(keyOfEvent),
    pending: (id = 'd1') => readItem({ partition: `delivery#${id}`, sort: id }),
    /** Changes attributes of the watch. */
    update: (attributes: Record<string, unknown>) =>
      db.put({ TableName: watchesTable.name, Item: { ...keyOfWatch, ...attributes } }),
    /** Advances the clock, runs the scheduler every ten minutes, and processes all messages. */
    async pass(ms: number): Promise<string[]> {
      const outcomes: string[] = [];
      for (const end = clock.now + ms; clock.now < end;) {
        clock.now = Math.min(end, clock.now + 10_000);
        if (clock.now % 600_000 === 0) await schedule();
        outcomes.push(...(await work()));
      }
      return outcomes;
    },
    async close() {
      await site.close();
      store.close();
      await tables.close();
    },
  };
}
