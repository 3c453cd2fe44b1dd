import { errorRefs, etag, notModified } from './responses.ts';

const publicOperation = { tags: ['Description'], security: [] };
const html = { 'text/html': { schema: { type: 'string' } } };

const openApiObject = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: {
    openapi: { type: 'string', description: 'Version of OpenAPI' },
    info: { type: 'object', additionalProperties: true, description: 'What is described' },
    paths: { type: 'object', additionalProperties: true, description: 'Operations by path' },
  },
};

/** Paths of the description and its page. */
export function pagePaths() {
  const others = errorRefs('TooLarge', 'TooManyRequests', 'Internal');
  return {
    '/openapi.json': {
      get: {
        ...publicOperation,
        operationId: 'getOpenApiDocument',
        summary: 'This document',
        responses: {
          200: {
            description: 'OpenAPI 3.1',
            headers: etag,
            content: { 'application/json': { schema: openApiObject } },
          },
          304: notModified,
          ...others,
        },
      },
    },
    '/docs': {
      get: {
        ...publicOperation,
        operationId: 'getReferencePage',
        summary: 'The reference page, where calls can be tried',
        responses: {
          200: { description: 'The page', content: html },
          302: {
            description: 'Leads to the same address with a slash at its end',
            headers: { Location: { description: 'Relative address', schema: { type: 'string' } } },
          },
          ...others,
        },
      },
    },
    '/docs/{file}': {
      get: {
        ...publicOperation,
        operationId: 'getReferencePageFile',
        summary: 'A file of the reference page',
        parameters: [
          {
            name: 'file',
            in: 'path',
            required: true,
            description: 'Name of the file',
            schema: { type: 'string' },
            example: 'init.js',
          },
        ],
        responses: {
          200: {
            description: 'A script, a style sheet, or the page by its name',
            // Generated clients take text/javascript and text/css for files in binary form.
            content: { 'text/*': { schema: { type: 'string' } } },
          },
          ...errorRefs('NotFound'),
          ...others,
        },
      },
    },
  };
}
