import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import type { DeliverServices } from '../../../functions/core/deliveries/deliver.ts';
import { createDeliveries } from '../../../functions/core/deliveries/deliveries.ts';
import { createDeliveryOutcomes } from '../../../functions/core/deliveries/delivery-outcomes.ts';
import { createReceiverSlots } from '../../../functions/core/deliveries/receiver-slots.ts';
import { scheduleDeliveries } from '../../../functions/core/deliveries/schedule-deliveries.ts';
import { createSecrets } from '../../../functions/core/deliveries/secrets.ts';
import { createTestLimits } from '../../../functions/core/deliveries/test-limits.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import type { Mail } from '../../../functions/core/deliveries/mail.ts';
import { createSendMail } from '../../../functions/core/watches/mails/watch-mails.ts';
import type { DeliveryTask } from '../../../functions/core/deliveries/tasks.ts';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork } from '../../../functions/core/platform/network/network.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import type { AnnounceServices } from '../../../functions/core/watches/announce-crawl.ts';
import {
  type EvaluateServices,
  evaluateSnapshots as evaluatePage,
} from '../../../functions/core/watches/evaluate-snapshots.ts';
import type { ManageServices, WatchOwner } from '../../../functions/core/watches/manage-watches.ts';
import { createWatchEvents } from '../../../functions/core/watches/store/events.ts';
import type { PlaceKey } from '../../../functions/core/watches/store/watched-domains.ts';
import { createTimeline } from '../../../functions/core/watches/store/timeline.ts';
import { createWatches, type Watch } from '../../../functions/core/watches/store/watches.ts';
import type { ReporterTask } from '../../../functions/core/watches/tasks.ts';
import { createReceiver, type Received } from '../../../infra/sandbox/receiver.ts';
import { coordinationTable, historyTable, rowsIndex, scheduleTable, watchesTable } from '../../support/dynamodb.ts';
import { createTestRecordServices, createRecordTables } from '../../support/record-services.ts';
import { startSite } from '../../support/site.ts';
import { type DelayedMessage, startParameterStore, workOff } from '../deliveries/deliver-world.ts';
import { AGENT } from '../platform/network/local-servers.ts';
import { createScheduledSnapshots } from '../../../functions/core/domains/store/domain-history.ts';

const HOOK_HOST = 'hook.test';
export const HOOK = `http://${HOOK_HOST}/inbox`;

/** An owner of a key with these limits. */
export const ownerOf = (id: string, limits: Partial<WatchOwner> = {}): WatchOwner => ({
  id,
  most: 10,
  limits: { domains: 100, pages: 100 },
  takeDomains: () => Promise.resolve(),
  returnDomains: () => Promise.resolve(),
  ...limits,
});

/** Evaluates all watches of a domain, like the worker's messages. @returns those that were evaluated */
export async function evaluateSnapshots(domain: string, services: EvaluateServices): Promise<Watch[]> {
  const evaluated: Watch[] = [];
  let after: PlaceKey | null = null;
  do {
    const page = await evaluatePage(domain, after, services);
    evaluated.push(...page.watches);
    after = page.next;
  } while (after);
  return evaluated;
}

interface WorldOptions {
  maxFollowed?: number;
  placesPerPage?: number;
  /** Further hosts of the receiver. */
  hosts?: string[];
}

/** Records with these sources, watches, a sender, a receiver at {@link HOOK} and `hosts`, and a clock of the test. */
export async function createWatchWorld(
  sources: Source[] = [],
  { maxFollowed = 100, placesPerPage = 100, hosts = [] }: WorldOptions = {},
) {
  const tables = await createRecordTables({ ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] });
  const records = await createTestRecordServices(sources, { maxFollowed, tables });
  const { db, clock } = records;
  const now = () => clock.now;
  const store = await startParameterStore();
  const received: Received[] = [];
  const mails: Mail[] = [];
  const site = await startSite(createReceiver((_inbox, delivery) => received.push(delivery)));
  const messages: DelayedMessage[] = [];
  const queue = {
    send: (task: DeliveryTask, delayMs = 0) => {
      messages.push({ ...task, at: clock.now + delayMs });
      return Promise.resolve();
    },
  };
  const deliveries = createDeliveries(db, watchesTable.name, queue, now);
  const list = createDomainList(db, scheduleTable.name);
  const watches = createWatches(db, watchesTable.name, now, placesPerPage);
  const crawlTasks: { task: ReporterTask; delayMs: number }[] = [];
  const events = createWatchEvents(db, watchesTable.name, now);
  const sending: DeliverServices = {
    network: createNetwork({
      overrides: parseHostOverrides([HOOK_HOST, ...hosts].map((host) => `${host}=127.0.0.1:${site.port}`).join()),
      userAgent: AGENT,
    }),
    secrets: createSecrets('/shop/watches/master-secret', now),
    followed: records.services.followed,
    now,
    deliveries,
    outcomes: createDeliveryOutcomes(db, watchesTable.name),
    slots: createReceiverSlots(db, coordinationTable.name, now),
    tests: createTestLimits(db, coordinationTable.name, now),
    mail: createSendMail({
      ...{ watches, events, workspaceUrl: 'https://seo.test/back-office/' },
      publish(mail) {
        mails.push(mail);
        return Promise.resolve({ error: null });
      },
    }),
  };
  const timeline = createTimeline(db, watchesTable.name, now);
  const common = {
    ...{ watches, events, timeline, deliveries, now },
    followed: records.services.followed,
    queue: { send: (task: ReporterTask, delayMs = 0) => Promise.resolve(void crawlTasks.push({ task, delayMs })) },
    list,
    allowances: createAllowances(db, coordinationTable.name, now),
    snapshots: createScheduledSnapshots(db, historyTable.name),
  };
  /** Like a new instance, which has not recorded a query yet. */
  const evaluating = (): EvaluateServices & AnnounceServices => ({
    ...common,
    schedule: createQueryDays(db, scheduleTable.name),
  });
  const managing: ManageServices = {
    ...common,
    schedule: createQueryDays(db, scheduleTable.name),
    outcomes: sending.outcomes,
    sending,
    // Reversed, so that no test finds the text.
    sealCredentials: (credentials, { owner, domain }) =>
      Promise.resolve(Buffer.from([...JSON.stringify({ credentials, owner, domain })].reverse().join(''))),
    maxFollowed,
  };

  const work = () => workOff(messages, clock, sending);
  const schedule = () => scheduleDeliveries({ deliveries, now, remainingMs: () => Infinity });

  return {
    ...{
      records,
      db,
      clock,
      store,
      site,
      received,
      mails,
      messages,
      crawlTasks,
      deliveries,
      watches,
      events,
      timeline,
      list,
    },
    ...{ evaluating, managing, sending, work, schedule, allowances: common.allowances },
    async close() {
      await site.close();
      store.close();
      await records.close();
    },
  };
}
