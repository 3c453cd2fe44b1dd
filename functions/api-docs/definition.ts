import { z } from 'zod';
import type { ResponseDefinition, EndpointDefinition, Operation } from '../core/platform/http/definition.ts';

/** `data` of `GET /`: paths below the service's address. */
export const indexAnswer = z.strictObject({
  docs: z.literal('/docs').describe('Interactive reference of the API'),
  openapi: z.literal('/openapi.json').describe('The OpenAPI document'),
  workspace: z.literal('/back-office/').describe('The workspace, for signed-in users'),
  health: z.literal('/health').describe('The health check, with the version of the service'),
});

/** One view of the page loads six files. */
const access = { requestsPerSecond: 20, burst: 100 };
const html = { 'text/html': { schema: { type: 'string' } } };

const openApiObject = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: {
    openapi: { type: 'string', description: 'Version of OpenAPI' },
    info: { type: 'object', additionalProperties: true, description: 'Title, description and version of the API' },
    paths: { type: 'object', additionalProperties: true, description: 'Operations by path' },
  },
};

const redirect = (meaning: string): ResponseDefinition => ({
  meaning,
  headers: { Location: { description: 'Relative URL', schema: { type: 'string' } } },
});
const toBackOffice = redirect('Redirects a browser to the workspace');
const withSlash = redirect('Redirects to the same URL with a trailing slash');

/** Returns the `HEAD` operation of a path: the headers of `GET` without a body. */
function head(of: string, operationId: string, answers: Operation['answers']): Operation {
  return { operationId, tag: 'Description', summary: `The headers of ${of}`, answers, isBodiless: true };
}

export const indexDefinition: EndpointDefinition = {
  path: '/',
  access,
  operations: {
    GET: {
      operationId: 'getIndex',
      tag: 'Description',
      summary: 'Get the index of the service',
      description: 'A browser (Accept: text/html) is redirected to the workspace.',
      answers: {
        200: {
          meaning: 'Paths below the base URL of the service',
          data: { name: 'IndexAnswer', schema: indexAnswer },
        },
        302: toBackOffice,
      },
    },
    HEAD: head('the index', 'headIndex', { 200: { meaning: 'The index, without a body' }, 302: toBackOffice }),
  },
};

export const openApiDefinition: EndpointDefinition = {
  path: '/openapi.json',
  access,
  operations: {
    GET: {
      operationId: 'getOpenApiDocument',
      tag: 'Description',
      summary: 'This document',
      answers: {
        200: {
          meaning: 'OpenAPI 3.1',
          isConditional: true,
          content: { 'application/json': { schema: openApiObject } },
        },
      },
    },
    HEAD: head('this document', 'headOpenApiDocument', {
      200: { meaning: 'The document exists; no body', isConditional: true },
    }),
  },
};

export const docsDefinition: EndpointDefinition = {
  path: '/docs',
  access,
  operations: {
    GET: {
      operationId: 'getReferencePage',
      tag: 'Description',
      summary: 'Interactive reference of the API',
      answers: { 200: { meaning: 'The page', content: html }, 302: withSlash },
    },
    HEAD: head('the reference page', 'headReferencePage', {
      200: { meaning: 'The page exists; no body' },
      302: withSlash,
    }),
  },
};

export const docsFileDefinition: EndpointDefinition = {
  path: '/docs/{proxy+}',
  documentedPath: '/docs/{file}',
  access,
  operations: {
    GET: {
      operationId: 'getReferencePageFile',
      tag: 'Description',
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
      answers: {
        200: {
          meaning: 'A script, a style sheet, or the page itself',
          // Generated clients treat text/javascript and text/css as binary files.
          content: { 'text/*': { schema: { type: 'string' } } },
        },
      },
      errors: ['not_found'],
    },
  },
};
