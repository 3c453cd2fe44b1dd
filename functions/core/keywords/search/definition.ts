import { noHost } from '../../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../../platform/http/definition.ts';
import { keywordsAnswer } from './answer-schema.ts';
import { domainKeywordsParameters } from './domain-request.ts';
import { keywordsTable } from './keywords-table.ts';

export const keywordsDefinition: EndpointDefinition = {
  function: 'seo-keywords',
  path: '/api/v1/seo/keywords',
  access: 'key',
  operations: {
    GET: {
      operationId: 'searchKeywords',
      tag: 'Search metrics',
      summary: 'Keywords by their words, by domain, or both',
      description:
        'Keywords that engines suggest to a text (`q`) and those of the index with all of its words; or, with `domain` ' +
        'alone, the phrases of its home page. With both, phrases of the page with all words of `q` join the others. A ' +
        'text that was never requested is sent to the engines first, a domain that was never read is fetched.',
      query: domainKeywordsParameters(noHost),
      answers: {
        200: {
          meaning: 'Keywords in the order asked for',
          data: { name: 'KeywordsAnswer', schema: keywordsAnswer },
          csv: keywordsTable,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed'],
    },
  },
};
