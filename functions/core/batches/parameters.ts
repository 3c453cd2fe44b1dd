import * as z from 'zod/mini';
import { formatParameter, wholeNumberParameter } from '../platform/http/common-parameters.ts';
import { cursorParameter } from '../platform/http/paging.ts';
import { MOST_LINES } from './batch.ts';

/** Query parameters of a request for a new batch. */
export const newBatchParameters = z.object({ format: formatParameter() });

/** Query parameters of a request for a page of a batch. */
export const batchPageParameters = z.object({
  cursor: cursorParameter(),
  limit: wholeNumberParameter({ name: 'Most lines in the answer', min: 1, max: MOST_LINES, default: MOST_LINES }),
  format: formatParameter(),
});
