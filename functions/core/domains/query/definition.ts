import { noHost } from '../../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../../platform/http/definition.ts';
import { domainAnswer } from '../../record/schema.ts';
import { queryParameters } from './request.ts';

export const queryDefinition: EndpointDefinition = {
  function: 'seo-query',
  path: '/api/v1/seo/query',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getDomainRecord',
      tag: 'Search metrics',
      summary: 'What is known of a domain',
      description:
        'The record of a domain: SEO audit, home page, robots.txt, sitemap, DNS, TLS, registration, popularity, archive, ' +
        'performance and search positions. It is read from a permanent cache; a domain that was never asked for is ' +
        'fetched first, which takes seconds. `sources` tells who was asked and what came of it: a source that is ' +
        '`pending` goes on in the background, and a call after `poll_after_seconds` has what it found. An answer from the ' +
        'cache has an ETag, which stays until the record changes.',
      query: queryParameters(noHost),
      answers: {
        200: {
          meaning: 'The record, from the cache or just fetched',
          data: { name: 'DomainRecordAnswer', schema: domainAnswer },
          isConditional: true,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed'],
    },
  },
};
