import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import type { DeliverServices } from '../../../functions/core/deliveries/deliver.ts';
import { createDeliveries } from '../../../functions/core/deliveries/deliveries.ts';
import { createDeliveryOutcomes } from '../../../functions/core/deliveries/delivery-outcomes.ts';
import { createReceiverSlots } from '../../../functions/core/deliveries/receiver-slots.ts';
import { createSecrets } from '../../../functions/core/deliveries/secrets.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import { createOnceMarkers } from '../../../functions/core/platform/coordination.ts';
import { parseHostOverrides } from '../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork } from '../../../functions/core/platform/network/network.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import type { CrawlTask } from '../../../functions/core/platform/queues/work-queue.ts';
import type { AnnounceServices } from '../../../functions/core/watches/announce-crawl.ts';
import {
  type EvaluateServices,
  evaluateSnapshots as evaluatePage,
} from '../../../functions/core/watches/evaluate-snapshots.ts';
import type { ManageServices, WatchOwner } from '../../../functions/core/watches/manage-watches.ts';
import { createWatchEvents } from '../../../functions/core/watches/store/events.ts';
import type { PlaceKey } from '../../../functions/core/watches/store/watched-domains.ts';
import { createWatches, type Watch } from '../../../functions/core/watches/store/watches.ts';
import { createReceiver, type Received } from '../../../infra/sandbox/receiver.ts';
import { coordinationTable, historyTable, rowsIndex, scheduleTable, watchesTable } from '../../support/dynamodb.ts';
import { openRecordServices, openRecordTables } from '../../support/record-services.ts';
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

/** Records with these sources, watches, a sender, a receiver at {@link HOOK}, and a clock that the test advances. */
export async function openWatchWorld(sources: Source[] = [], { maxFollowed = 100, placesPerPage = 100 } = {}) {
  const tables = await openRecordTables({ ...scheduleTable, indexes: [...scheduleTable.indexes!, rowsIndex] });
  const records = await openRecordServices(sources, { maxFollowed, tables });
  const { db, clock } = records;
  const now = () => clock.now;
  const store = await startParameterStore();
  const received: Received[] = [];
  const mails: string[] = [];
  const site = await startSite(createReceiver((_inbox, delivery) => received.push(delivery)));
  const messages: DelayedMessage[] = [];
  const queue = {
    send: ({ delivery }: { delivery: string }, delayMs = 0) => {
      messages.push({ delivery, at: clock.now + delayMs });
      return Promise.resolve();
    },
  };
  const deliveries = createDeliveries(db, watchesTable.name, queue, now);
  const list = createDomainList(db, scheduleTable.name);
  const watches = createWatches(db, watchesTable.name, now, placesPerPage);
  const crawlTasks: { task: CrawlTask; delayMs: number }[] = [];
  const events = createWatchEvents(db, watchesTable.name, now);
  const sending: DeliverServices = {
    network: createNetwork({
      overrides: parseHostOverrides(`${HOOK_HOST}=127.0.0.1:${site.port}`),
      userAgent: AGENT,
    }),
    secrets: createSecrets('/shop/watches/master-secret', now),
    followed: records.services.followed,
    now,
    deliveries,
    outcomes: createDeliveryOutcomes(db, watchesTable.name),
    slots: createReceiverSlots(db, coordinationTable.name, now),
    claims: createOnceMarkers(db, coordinationTable.name, now),
    mail(body) {
      mails.push(body);
      return Promise.resolve({ error: null });
    },
  };
  const common = {
    ...{ watches, events, deliveries, now },
    followed: records.services.followed,
    queue: { send: (task: CrawlTask, delayMs = 0) => Promise.resolve(void crawlTasks.push({ task, delayMs })) },
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
    claims: sending.claims,
    sending,
    maxFollowed,
  };

  const work = () => workOff(messages, clock, sending);

  return {
    ...{ records, db, clock, store, site, received, mails, messages, crawlTasks, deliveries, watches, events, list },
    ...{ evaluating, managing, sending, work, allowances: common.allowances },
    async close() {
      await site.close();
      store.close();
      await records.close();
    },
  };
}
