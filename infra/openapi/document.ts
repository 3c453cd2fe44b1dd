import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from '../settings.ts';
import { answerSchemas } from './answers.ts';
import { answerComponents } from './json-schema.ts';
import { apiKeySecurity, paths, requestSchemas } from './paths.ts';
import { errorResponses } from './errors.ts';

const DESCRIPTION = `Metrics of domains and keywords for search engine optimisation, and a proxy for the accounts and profiles of a forum.

Every answer is JSON in one envelope: \`code\` (the HTTP status), \`success\`, \`request_id\`, and either \`data\` or an error: \`error\`, a stable code; \`message\` for people; \`params\`, the values in the message; and \`retryable\`, whether the same request may succeed later. If the time of a retry is known, it is in \`retry_after_seconds\` and in the header \`Retry-After\`. Times are UTC (ISO 8601), dates \`YYYY-MM-DD\`; names of fields contain their units. Scores are integers from 0 to 100. \`null\` means unknown, \`0\` measured and zero, an empty list requested and empty.

Endpoints of search metrics reject unknown parameters, and all endpoints reject parameters that are given twice; an empty value counts as not given. A path that does not exist returns 404 in the same envelope, a method that a path does not have 405. Every path may be called from web pages of any origin; \`OPTIONS\` needs no key. Later versions may add members to answers: ignore members that you do not know. Lists are also available as CSV; this document describes only the JSON as their content, so that generated clients need not distinguish the two.

Assistants can use the same data as tools of the Model Context Protocol at \`POST /mcp\`, with the same keys. Its messages are specified by the protocol and not described here.`;

/** Returns the OpenAPI document, generated from the schemas of requests and responses. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Domain search metrics',
      version: serviceVersion(),
      summary: 'Search metrics of domains and keywords, and a forum proxy',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    // Relative to this document, which may be served below a stage, a custom domain's path, or neither.
    servers: [{ url: '.', description: 'The service that serves this document' }],
    tags: [
      { name: 'Search metrics', description: 'Metrics of domains and keywords; an API key is required' },
      { name: 'Forum', description: 'Accounts and users of the upstream forum; no API key is required' },
      { name: 'Description', description: 'This document, its reference page, and the health check' },
    ],
    security: apiKeySecurity,
    paths: paths(),
    components: {
      securitySchemes: {
        apiKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-SEO-API-Key',
          description: 'An API key. The header takes precedence over the query parameter.',
        },
        apiKeyQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'The same key as a query parameter, for clients that cannot set headers.',
        },
        apiKeyBearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key as a bearer token, used if neither the header nor the query contains a key.',
        },
      },
      responses: errorResponses(),
      schemas: { ...answerComponents(answerSchemas), ...requestSchemas() },
    },
  };
}

/** `npm run openapi` */
if (process.argv[1] === import.meta.filename) {
  const { format, resolveConfig } = await import('prettier');
  const file = join(import.meta.dirname, '../../docs/openapi.json');
  writeFileSync(
    file,
    await format(JSON.stringify(openApiDocument()), { ...(await resolveConfig(file)), parser: 'json' }),
  );
}
