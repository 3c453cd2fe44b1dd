import { z } from 'zod';

/** `data` of `GET /health`. */
export const healthAnswer = z.strictObject({
  status: z.literal('ok').describe('The service answers'),
  version: z.string().describe('Version of the service'),
});
