import { domainParameter, noHost } from '../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../platform/http/definition.ts';
import { keywordsAnswer, longTailAnswer } from './answer-schema.ts';
import { DOMAIN_DESCRIPTION, keywordsParameters } from './search/request.ts';
import { keywordsTable, longTailTable } from './csv-tables.ts';
import { longTailParameters } from './long-tail/find-long-tail.ts';

export const keywordsDefinition: EndpointDefinition = {
  function: 'seo-keywords',
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

export const longTailDefinition: EndpointDefinition = {
  function: 'seo-long-tail',
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
