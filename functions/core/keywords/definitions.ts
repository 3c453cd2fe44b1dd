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
      summary: 'Keywords by their words, by domain, or both',
      description:
        'Keywords that engines suggest to a text (`q`) and those of the index with all of its words; or, with `domain` ' +
        'alone, the phrases of its home page. With both, phrases of the page with all words of `q` join the others. A ' +
        'text that was never requested is sent to the engines first, a domain that was never read is fetched.',
      query: keywordsParameters(domainParameter(noHost, DOMAIN_DESCRIPTION)),
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
