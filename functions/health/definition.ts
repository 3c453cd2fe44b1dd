import { z } from 'zod';
import type { EndpointDefinition } from '../core/platform/http/definition.ts';

/** `data` of `GET /health`. */
export const healthAnswer = z.strictObject({
  status: z.literal('ok').describe('The service responds'),
  version: z.string().describe('Version of the service'),
});

export const healthDefinition: EndpointDefinition = {
  path: '/health',
  // Monitors request it from a few locations at once.
  access: { requestsPerSecond: 10, burst: 50 },
  operations: {
    GET: {
      operationId: 'getHealth',
      tag: 'Description',
      summary: 'Health check with the version of the service',
      description: 'The check does not include tables or sources.',
      answers: {
        200: {
          meaning: 'The service responds. The response is not cacheable',
          data: { name: 'HealthAnswer', schema: healthAnswer },
        },
      },
    },
    HEAD: {
      operationId: 'headHealth',
      tag: 'Description',
      summary: 'The headers of the health check',
      answers: { 200: { meaning: 'The service responds; no body' } },
      isBodiless: true,
    },
  },
};
