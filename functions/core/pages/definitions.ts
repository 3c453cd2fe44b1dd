import { noHost } from '../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../platform/http/definition.ts';
import { pageAnswer } from '../record/page-schema.ts';
import { pageParameters } from './request.ts';

export const pageDefinition: EndpointDefinition = {
  function: 'seo-page',
  path: '/api/v1/seo/page',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getPage',
      tag: 'Search metrics',
      summary: 'The audit of any one page',
      description:
        'What a page says, judged as home pages are. It is read from a cache; a page that is new, or was not asked for in ' +
        '90 days, is fetched first, as fast as its site and robots.txt allow. Of a page that robots.txt forbids, `page`, ' +
        '`audit` and `seo_score` are null, and `robots` says which line decides. Where the server answered with something ' +
        'else than the page, `sources` says with what, and a call some time later asks again. An answer from the cache ' +
        'has an ETag, which stays until the entry changes.',
      query: pageParameters(noHost),
      answers: {
        200: {
          meaning: 'The page, from the cache or just fetched',
          data: { name: 'PageAnswer', schema: pageAnswer },
          isConditional: true,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed'],
    },
  },
};
