import { noHost } from '../../platform/names/address-parameters.ts';
import type { EndpointDefinition } from '../../platform/http/definition.ts';
import { sitePagesAnswer } from '../../record/site-schema.ts';
import { pagesTable } from '../audits/list-pages.ts';
import { checkedParameters } from './checked-request.ts';

export const sitePagesDefinition: EndpointDefinition = {
  function: 'seo-site-pages',
  path: '/api/v1/seo/site/pages',
  access: 'key',
  operations: {
    GET: {
      operationId: 'listSitePages',
      tag: 'Search metrics',
      summary: 'The pages of a site that was crawled',
      description:
        'Pages of the last crawl of a site that has ended (see `/api/v1/seo/site`), with what each says and the issues ' +
        'that it shows. Nothing is fetched for it: of a site that was never crawled there are none. A cursor goes on with ' +
        'the crawl that the list began with, also where another one ends meanwhile.',
      query: checkedParameters(noHost),
      answers: {
        200: {
          meaning: 'Pages in the order asked for',
          data: { name: 'SitePagesAnswer', schema: sitePagesAnswer },
          csv: pagesTable,
          isConditional: true,
        },
      },
      errors: [],
    },
  },
};
