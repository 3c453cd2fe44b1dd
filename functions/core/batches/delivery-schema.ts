import { z } from 'zod';
import { bodyOf } from '../deliveries/delivery-schema.ts';

/** The body that the end of a batch is delivered with. No function loads it. */
export const batchEnded = bodyOf(
  'batch.ended',
  z.strictObject({
    batch_id: z.string().describe('Id of the batch, whose rows /api/v1/seo/batches/{id} returns'),
    status: z
      .enum(['done', 'cancelled', 'stopped'])
      .describe(
        'done: each row has its outcome; cancelled: its owner has cancelled it; stopped: its work was restarted too often, ' +
          'or it took too long, and its other rows have the error work_limit',
      ),
    created_at: z.iso.datetime().describe('When the batch was created'),
  }),
);
export type BatchEnded = z.infer<typeof batchEnded>;
