import type { EndpointDefinition } from '../platform/http/definition.ts';
import { longTailAnswer } from './answer-schema.ts';
import { longTailTable } from './csv-table.ts';
import { longTailParameters } from './find-long-tail.ts';

export const longTailDefinition: EndpointDefinition = {
  path: '/api/v1/seo/long-tail',
  access: 'key',
  operations: {
    GET: {
      operationId: 'findLongTail',
      tag: 'Search metrics',
      summary: 'Get long-tail keywords in groups',
      description:
        'Returns phrases, in groups, that engines suggest for a seed keyword and for queries that combine it with other words. ' +
        'Every phrase was returned by an engine.',
      query: longTailParameters,
      answers: {
        200: {
          meaning: 'Phrases in groups, the best of each group first',
          data: { name: 'LongTailAnswer', schema: longTailAnswer },
          csv: longTailTable,
        },
      },
      errors: ['all_sources_failed', 'service_busy'],
    },
  },
};
