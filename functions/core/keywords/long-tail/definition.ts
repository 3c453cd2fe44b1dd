import type { EndpointDefinition } from '../../platform/http/definition.ts';
import { longTailAnswer } from './answer-schema.ts';
import { longTailTable } from './long-tail-table.ts';
import { longTailParameters } from './find-long-tail.ts';

export const longTailDefinition: EndpointDefinition = {
  function: 'seo-long-tail',
  path: '/api/v1/seo/long-tail',
  access: 'key',
  operations: {
    GET: {
      operationId: 'findLongTail',
      tag: 'Search metrics',
      summary: 'Longer forms of a keyword, in groups',
      description:
        'Phrases that engines suggest to a seed keyword and to questions made of it, in groups. All of them are phrases ' +
        'that an engine has really returned.',
      query: longTailParameters,
      answers: {
        200: {
          meaning: 'Phrases in groups, the best of each group first',
          data: { name: 'LongTailAnswer', schema: longTailAnswer },
          csv: longTailTable,
        },
      },
      errors: ['all_sources_failed'],
    },
  },
};
