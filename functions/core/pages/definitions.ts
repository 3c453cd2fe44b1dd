import { noHost } from '../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../platform/http/definition.ts';
import { pageAnswer } from '../record/page-schema.ts';
import { pageParameters } from './request.ts';

export const pageDefinition: EndpointDefinition = {
  path: '/api/v1/seo/page',
  access: 'key',
  operations: {
    GET: {
      operationId: 'getPage',
      tag: 'Search metrics',
      summary: 'Audit a single page',
      description:
        'Returns the content, audit and score of one page, by the same rules as for home pages. Results are cached; ' +
        'a page that is new, or has not been requested for 90 days, is fetched first, subject to the rate limit and ' +
        'robots.txt of its site. If robots.txt disallows the page, `page`, `audit` and `seo_score` are null, and `robots` contains the ' +
        'deciding rule. If the server returned something other than the page, `sources` contains the reason, and a ' +
        'later call fetches again. A cached response has an ETag, which changes only when the result changes.',
      query: pageParameters(noHost),
      limits: ['pages'],
      answers: {
        200: {
          meaning: 'The page, from the cache or newly fetched',
          data: { name: 'PageAnswer', schema: pageAnswer },
          isConditional: true,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed', 'service_busy'],
    },
  },
};
