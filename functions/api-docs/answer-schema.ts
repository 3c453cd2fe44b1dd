import { z } from 'zod';

/** `data` of `GET /`: paths below the service's address. */
export const indexAnswer = z.strictObject({
  docs: z.literal('/docs').describe('The reference page, where calls can be tried'),
  openapi: z.literal('/openapi.json').describe('The OpenAPI document'),
  workspace: z.literal('/back-office/').describe('The workspace, for people who sign in'),
  health: z.literal('/health').describe('Whether the service answers, and its version'),
});
