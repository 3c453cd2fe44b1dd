import { answerBatch, answerNewBatch, type AnsweringServices } from '../core/batches/answer.ts';
import { operatorCaller } from '../core/accounts/batch-caller.ts';
import { listBatches } from '../core/batches/read-batch.ts';
import { batchContract } from './contract/batches.ts';
import { type CallOf, routesOf } from './router.ts';

export interface BatchRouteServices {
  batches: AnsweringServices;
}

/** Routes for the operator's batches: those of the public endpoint, for a caller without an allowance. */
export const batchRoutes = routesOf<typeof batchContract, BatchRouteServices>(batchContract, {
  batches: async (_call, { batches }) => {
    const listed = await listBatches(operatorCaller, batches);
    return {
      data: {
        batches: listed.map(({ id, createdAt, domains, stage }) => ({ id, created_at: createdAt, domains, stage })),
      },
    };
  },
  createBatch: ({ event }, { batches }) => answerNewBatch(event, operatorCaller, batches),
  batch: answerOne,
  cancelBatch: answerOne,
});

function answerOne({ event, params }: CallOf<typeof batchContract.cancelBatch>, { batches }: BatchRouteServices) {
  return answerBatch(event, params.id, operatorCaller, batches);
}
