import * as z from 'zod/mini';

/** `/api/v1/usage` has no parameters: it is about the key that asks. */
export const usageParameters = z.object({});
