import { schemaRef } from './json-schema.ts';
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

const toWorkspace = {
  description: 'Leads a browser to the workspace',
  headers: { Location: { description: 'Relative address', schema: { type: 'string' } } },
};

const withSlash = {
  description: 'Leads to the same address with a slash at its end',
  headers: { Location: { description: 'Relative address', schema: { type: 'string' } } },
};

/** HEAD of a path: the headers of GET alone. */
function head(of: string, operationId: string, success: Record<number, object>) {
  return {
    ...publicOperation,
    operationId,
    summary: `The headers of ${of}`,
    responses: { ...success, 429: { description: 'Too many requests at once. Without a body' } },
  };
}

/** Paths of the description, its page, and health. */
export function pagePaths() {
  const others = errorRefs('MethodNotAllowed', 'TooLarge', 'TooManyRequests', 'Internal');
  return {
    '/': {
      get: {
        ...publicOperation,
        operationId: 'getIndex',
        summary: 'What is where',
        description: 'A browser (Accept: text/html) is redirected to the workspace.',
        responses: {
          200: {
            description: 'Paths below the address of the service',
            content: { 'application/json': { schema: schemaRef('IndexAnswer') } },
          },
          302: toWorkspace,
          ...others,
        },
      },
      head: head('the index', 'headIndex', {
        200: { description: 'The index. Without a body' },
        302: toWorkspace,
      }),
    },
    '/health': {
      get: {
        ...publicOperation,
        operationId: 'getHealth',
        summary: 'Whether the service answers, and its version',
        description: 'It asks neither tables nor sources.',
        responses: {
          200: {
            description: 'It answers. Not to be stored',
            content: { 'application/json': { schema: schemaRef('HealthAnswer') } },
          },
          ...others,
        },
      },
      head: head('health', 'headHealth', { 200: { description: 'It answers. Without a body' } }),
    },
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
      head: head('this document', 'headOpenApiDocument', {
        200: { description: 'It is there. Without a body', headers: etag },
        304: notModified,
      }),
    },
    '/docs': {
      get: {
        ...publicOperation,
        operationId: 'getReferencePage',
        summary: 'The reference page, where calls can be tried',
        responses: {
          200: { description: 'The page', content: html },
          302: withSlash,
          ...others,
        },
      },
      head: head('the reference page', 'headReferencePage', {
        200: { description: 'It is there. Without a body' },
        302: withSlash,
      }),
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
