import { noHost } from '../../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../../platform/http/definition.ts';
import { historyAnswer } from '../../record/history-schema.ts';
import { checkedParameters } from './checked-request.ts';
import { historyTable } from './respond.ts';

export const historyDefinition: EndpointDefinition = {
  function: 'seo-history',
  path: '/api/v1/seo/history',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getDomainHistory',
      tag: 'Search metrics',
      summary: 'How the figures of a domain went',
      description:
        'Snapshots of a domain within a time window, newest first, what changed from each to the next, and a summary of ' +
        'each figure over the snapshots in the answer. Nothing is fetched for it. A domain that was never asked for has ' +
        'no snapshots.',
      query: checkedParameters(noHost),
      answers: {
        200: {
          meaning: 'Snapshots, newest first',
          data: { name: 'HistoryAnswer', schema: historyAnswer },
          csv: historyTable,
          isConditional: true,
        },
      },
      errors: [],
    },
  },
};
