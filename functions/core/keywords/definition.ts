import { domainParameter, noHost } from '../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../platform/http/definition.ts';
import { keywordsAnswer } from './answer-schema.ts';
import { DOMAIN_DESCRIPTION, keywordsParameters } from './search/request.ts';
import { keywordsTable } from './csv-table.ts';

export const keywordsDefinition: EndpointDefinition = {
  path: '/api/v1/seo/keywords',
  access: 'key',
  operations: {
    GET: {
      operationId: 'searchKeywords',
      tag: 'Search metrics',
      summary: 'Search for keywords by text, by domain, or both',
      description:
        'With `q`: keywords that engines suggest for the text, and keywords of the index that contain all of its words. With ' +
        '`domain` only: the phrases of its home page. With both: also the phrases of the home page that contain all words of `q`. If a ' +
        'text was never requested, the engines are requested first; if a domain was never fetched, its home page is fetched first.',
      query: keywordsParameters(domainParameter(noHost, DOMAIN_DESCRIPTION)),
      limits: ['domains'],
      answers: {
        200: {
          meaning: 'Keywords in the requested order',
          data: { name: 'KeywordsAnswer', schema: keywordsAnswer },
          csv: keywordsTable,
        },
      },
      errors: ['domain_not_found', 'domain_allowance_exceeded', 'all_sources_failed', 'service_busy'],
    },
  },
};
