import { keyCaller } from '../shared/gateway/batch-caller.ts';
import { openKeyHolders } from '../shared/gateway/open-key-holders.ts';
import { answerBatch, answerCancelled, answerNewBatch } from '../shared/batches/answer.ts';
import { openBatchServices } from '../shared/batches/open-batch-services.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { keyIdOf } from '../shared/http/key-id.ts';
import { parseHostOverrides } from '../shared/network/host-overrides.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { createAllowances } from '../shared/storage/allowances.ts';
import { openDynamoDB } from '../shared/storage/dynamodb/open-dynamodb.ts';
import { seoBatchesSettings } from './settings.ts';

const settings = readSettings(seoBatchesSettings);
const { items, loadClient } = openDynamoDB(settings);
const overrides = parseHostOverrides(settings.RESOLVE_OVERRIDES);
const services = openBatchServices({
  items,
  loadClient,
  settings,
  isReachable: (host) => overrides.find(host) !== null,
});
const keys = {
  holders: openKeyHolders({ items, loadClient, settings }),
  allowances: createAllowances(items, settings.COORDINATION_TABLE, services.now),
  plans: settings.PLAN_ALLOWANCES,
};

/** `POST /api/v1/seo/batches`, `GET` and `DELETE /api/v1/seo/batches/{id}`: many domains at once, as JSON or CSV. */
export const handler = endpoint((event) => {
  const caller = keyCaller(keyIdOf(event), keys);
  const id = event.pathParameters?.id;
  if (id === undefined) return answerNewBatch(event, caller, services);
  const answer = event.httpMethod === 'DELETE' ? answerCancelled : answerBatch;
  return answer(event, id, caller, services);
}, settings);
