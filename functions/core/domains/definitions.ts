import { domainParameter, noHost } from '../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../platform/http/definition.ts';
import { domainAnswer } from '../record/schema.ts';
import { queryParameters } from './query/request.ts';
import { historyAnswer } from '../record/history-schema.ts';
import { historyParameters } from './history/request.ts';
import { historyTable } from './history/respond.ts';

export const queryDefinition: EndpointDefinition = {
  path: '/api/v1/seo/query',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getDomainRecord',
      tag: 'Search metrics',
      summary: 'Get the record of a domain',
      description:
        'Returns the record of a domain: SEO audit, home page, robots.txt, sitemap, DNS, TLS, registration, popularity, ' +
        'archive, performance and search positions. Records are kept in a permanent cache; a domain that was never ' +
        'requested is fetched first, which takes a few seconds. `sources` contains the status of each source: a `pending` ' +
        'source is requested in the background, and a call after `poll_after_seconds` returns its values. A response from ' +
        'the cache has an ETag, which changes only when the record changes.',
      query: queryParameters(noHost),
      limits: ['domains'],
      answers: {
        200: {
          meaning: 'The record, from the cache or newly fetched',
          data: { name: 'DomainRecordAnswer', schema: domainAnswer },
          isConditional: true,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed', 'service_busy'],
    },
  },
};

export const historyDefinition: EndpointDefinition = {
  path: '/api/v1/seo/history',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getDomainHistory',
      tag: 'Search metrics',
      summary: 'Get the history of a domain',
      description:
        'Returns the snapshots of a domain within a time window, newest first, with the changes between consecutive ' +
        'snapshots and a summary of each metric over the snapshots in the response. The request fetches no data; a domain ' +
        'that was never requested has no snapshots.',
      query: historyParameters(domainParameter(noHost)),
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
