import { answerBatch, answerNewBatch, type AnsweringServices } from '../core/batches/answer.ts';
import { operatorCaller } from '../core/accounts/batch-caller.ts';
import type { Call, Route } from './router.ts';

export interface BatchRouteServices {
  batches: AnsweringServices;
}

/** Routes for the operator's batches: those of the public endpoint, for a caller without an allowance. */
export const batchRoutes: Route<BatchRouteServices>[] = [
  {
    method: 'POST',
    pattern: 'batches',
    handle: ({ event }, { batches }) => answerNewBatch(event, operatorCaller, batches),
  },
  { method: 'GET', pattern: 'batches/{id}', handle: answerOne },
  { method: 'DELETE', pattern: 'batches/{id}', handle: answerOne },
];

function answerOne({ event, params }: Call, { batches }: BatchRouteServices) {
  return answerBatch(event, params.id!, operatorCaller, batches);
}
