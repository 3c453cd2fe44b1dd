import type { EndpointDefinition } from '../platform/http/definition.ts';
import { usageAnswer } from './answer-schema.ts';
import { usageParameters } from './describe-usage.ts';

export const usageDefinition: EndpointDefinition = {
  path: '/api/v1/usage',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getUsage',
      tag: 'Search metrics',
      summary: 'Get the usage of the API key',
      description:
        "Returns the plan of the calling key, its use of the plan's quota, and how many domains and pages can still be fetched " +
        'today. The number of requests comes from the gateway with a delay; it is read at most every five minutes for all ' +
        'keys of a plan, last at the time `as_of`.',
      query: usageParameters,
      limits: ['domains', 'pages', 'month'],
      answers: { 200: { meaning: 'The usage of the API key', data: { name: 'UsageAnswer', schema: usageAnswer } } },
      errors: [],
    },
  },
};
