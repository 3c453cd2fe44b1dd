import { answerBatch, answerCancelled, answerNewBatch, type AnsweringServices } from '../core/batches/answer.ts';
import { operatorCaller } from '../core/accounts/batch-caller.ts';
import type { Route } from './router.ts';

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
  {
    method: 'GET',
    pattern: 'batches/{id}',
    handle: ({ event, params }, { batches }) => answerBatch(event, params.id!, operatorCaller, batches),
  },
  {
    method: 'DELETE',
    pattern: 'batches/{id}',
    handle: ({ event, params }, { batches }) => answerCancelled(event, params.id!, operatorCaller, batches),
  },
];
