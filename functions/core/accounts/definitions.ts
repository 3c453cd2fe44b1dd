import type { EndpointDefinition } from '../platform/http/definition.ts';
import { usageAnswer } from './answer-schema.ts';
import { usageParameters } from './describe-usage.ts';

export const usageDefinition: EndpointDefinition = {
  function: 'usage',
  path: '/api/v1/usage',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getUsage',
      tag: 'Search metrics',
      summary: 'What your key has used',
      description:
        "Of the key that asks: its plan, what is used of the plan's quota, and how many domains and pages may still be " +
        'fetched anew today. The count of requests is that of the gateway, which lags; it is read once in five minutes ' +
        'for all keys of a plan, and `as_of` says when.',
      query: usageParameters,
      answers: { 200: { meaning: 'What the key has used', data: { name: 'UsageAnswer', schema: usageAnswer } } },
      errors: [],
    },
  },
};
