import { answerBatch, answerCancelled, answerNewBatch } from '../../batches/answer.ts';
import { openBatchServices } from '../../batches/open-batch-services.ts';
import { keyCaller } from '../../gateway/batch-caller.ts';
import { openKeyHolders } from '../../gateway/open-key-holders.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { keyIdOf } from '../../http/key-id.ts';
import { parseHostOverrides } from '../../network/host-overrides.ts';
import { createAllowances } from '../../storage/allowances.ts';
import { openDynamoDB } from '../../storage/dynamodb/open-dynamodb.ts';
import type { BatchesSettings } from '../../settings/settings.ts';

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
