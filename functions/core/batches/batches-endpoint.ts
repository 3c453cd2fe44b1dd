import { answerBatch, answerNewBatch } from './answer.ts';
import { keyCaller } from '../accounts/batch-caller.ts';
import { createGatewayKeyHolders } from '../accounts/gateway-key-holders.ts';
import { keyedCallerOf } from '../platform/http/caller.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { parseHostOverrides } from '../platform/network/host-overrides.ts';
import { createAllowances } from '../accounts/allowances.ts';
import { createDynamoDB } from '../platform/dynamodb/light-client.ts';
import type { BatchesSettings, BatchSettings } from './settings.ts';
import type { HistoryServices } from '../domains/history/read-history.ts';
import { createBatches } from './store/batches.ts';
import { createBatchesInProgress } from './store/batches-in-progress.ts';
import { createDomainCache } from '../domains/store/domain-cache.ts';
import { createDomainHistory } from '../domains/store/domain-history.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createMissingDomains } from '../domains/store/missing-domains.ts';
import type { BatchServices } from './read-batch.ts';

/** Creates the endpoint of batches, which answers as JSON or CSV. */
export function createBatchesEndpoint(settings: BatchesSettings): Endpoint {
  const db = createDynamoDB(settings);
  const { has: isReachable } = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const services = createBatchServices({ db, settings, isReachable });
  const keys = {
    holders: createGatewayKeyHolders({ db, settings }),
    allowances: createAllowances(db, settings.COORDINATION_TABLE, services.now),
    plans: settings.PLAN_ALLOWANCES,
    now: services.now,
  };

  return (event) => {
    const caller = keyCaller(keyedCallerOf(event), keys);
    const id = event.pathParameters?.id;
    return id === undefined ? answerNewBatch(event, caller, services) : answerBatch(event, id, caller, services);
  };
}

interface Parts {
  db: DynamoDB;
  settings: BatchSettings;
  isReachable: (host: string) => boolean;
}

/** Creates the dependencies of the batch endpoints from the settings. */
export function createBatchServices({ db, settings, isReachable }: Parts): BatchServices & HistoryServices {
  const now = Date.now;
  const { COORDINATION_TABLE: coordination } = settings;
  let queue: ReturnType<BatchServices['loadQueue']> | undefined;
  const createQueue = async () => (await import('./tasks.ts')).createBatchQueue(settings);
  return {
    cache: createDomainCache(db, settings.DOMAIN_CACHE_TABLE),
    missing: createMissingDomains(db, coordination, now),
    history: createDomainHistory(db, settings.DOMAIN_HISTORY_TABLE),
    batches: createBatches(db, settings.BATCHES_TABLE, now),
    inProgress: createBatchesInProgress(db, settings.BATCHES_TABLE, now),
    keys: createIdempotencyKeys(db, coordination, now),
    loadQueue: () => (queue ??= createQueue()),
    async loadDeliveries() {
      const [{ createDeliveries }, { createUnconfirmedDeliveries }, { createDeliveryQueue }] = await Promise.all([
        import('../deliveries/deliveries.ts'),
        import('../deliveries/unconfirmed.ts'),
        import('../deliveries/tasks.ts'),
      ]);
      const { WATCHES_TABLE: table } = settings;
      const deliveries = createDeliveries(db, table, createDeliveryQueue(settings), now);
      const unconfirmed = createUnconfirmedDeliveries(db, table, now);
      return {
        add: (delivery) => deliveries.add(delivery),
        requireRoom: (owner, url) => unconfirmed.requireRoom(owner, url),
      };
    },
    isReachable,
    now,
  };
}
