import { answerBatch, answerCancelled, answerNewBatch } from './answer.ts';
import { openBatchServices } from './open-batch-services.ts';
import { keyCaller } from '../accounts/batch-caller.ts';
import { openKeyHolders } from '../accounts/open-key-holders.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { keyIdOf } from '../platform/http/key-id.ts';
import { parseHostOverrides } from '../platform/network/host-overrides.ts';
import { createAllowances } from '../accounts/allowances.ts';
import { openDynamoDB } from '../platform/dynamodb/open-dynamodb.ts';
import type { BatchesSettings } from '../platform/settings/settings.ts';

/** What answers with many domains at once, as JSON or CSV. */
export function openBatches(settings: BatchesSettings): Endpoint {
  const db = openDynamoDB(settings);
  const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
  const isReachable = (host: string) => overrides.find(host) !== null;
  const services = openBatchServices({ db, settings, isReachable });
  const keys = {
    holders: openKeyHolders({ db, settings }),
    allowances: createAllowances(db, settings.COORDINATION_TABLE, services.now),
    plans: settings.PLAN_ALLOWANCES,
  };

  return (event) => {
    const caller = keyCaller(keyIdOf(event), keys);
    const id = event.pathParameters?.id;
    if (id === undefined) return answerNewBatch(event, caller, services);
    const answer = event.httpMethod === 'DELETE' ? answerCancelled : answerBatch;
    return answer(event, id, caller, services);
  };
}
