import { z } from 'zod';
import type { EndpointDefinition } from '../core/platform/http/definition.ts';

/** `data` of `GET /health`. */
export const healthAnswer = z.strictObject({
  status: z.literal('ok').describe('The service answers'),
  version: z.string().describe('Version of the service'),
});

export const healthDefinition: EndpointDefinition = {
  function: 'health',
  path: '/health',
  // Monitors ask it, from a few places at once.
  access: { requestsPerSecond: 10, burst: 50 },
  operations: {
    GET: {
      operationId: 'getHealth',
      tag: 'Description',
      summary: 'Whether the service answers, and its version',
      description: 'It asks neither tables nor sources.',
      answers: {
        200: { meaning: 'It answers. Not to be stored', data: { name: 'HealthAnswer', schema: healthAnswer } },
      },
    },
    HEAD: {
      operationId: 'headHealth',
      tag: 'Description',
      summary: 'The headers of health',
      answers: { 200: { meaning: 'It answers. Without a body' } },
      isBodiless: true,
    },
  },
};
