import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from '../settings.ts';
import { answerSchemas } from './answers.ts';
import { answerComponents } from './json-schema.ts';
import { apiKeySecurity, paths, requestSchemas } from './paths.ts';
import { errorResponses } from './errors.ts';

const DESCRIPTION = `Figures of domains and keywords for search-engine optimisation, and a relay of a forum's accounts and profiles.

Every answer is JSON in one envelope: \`code\` (the HTTP status), \`success\`, \`request_id\`, and either \`data\` or \`error\`, a stable slug, with a \`message\` for people, \`params\`, the values in it, and \`retryable\`: whether the same request may succeed later, unchanged. Where it is known when, \`retry_after_seconds\` and the header \`Retry-After\` tell it. Times are UTC (ISO 8601), dates \`YYYY-MM-DD\`; units stand in the names of fields. Scores are integers from 0 to 100. \`null\` means that something is not known, \`0\` that it was measured and is zero, an empty list that there is none.

Endpoints of search metrics refuse a parameter that they do not know, and every endpoint one that is given twice; an empty value counts as not given. A path that does not exist is a 404 in the same envelope, a method that a path does not have a 405. Every path may be called from a page of any origin; \`OPTIONS\` needs no key. Later versions may add members to answers: let those be that you do not know. Lists are sent as CSV too; this description has the JSON alone as their content, so that programs made of it need not tell the two apart.

Assistants call the same metrics as tools of the Model Context Protocol, at \`POST /mcp\`, with the same keys; its messages are the protocol's, and so are not described here.`;

/** The OpenAPI description of the service, generated from the schemas that validate requests and those of responses. */
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
    // Relative to this document, wherever it is served: below a stage, a custom domain's path, or neither.
    servers: [{ url: '.', description: 'The service that serves this document' }],
    tags: [
      { name: 'Search metrics', description: 'Figures of domains and keywords; with an API key' },
      { name: 'Forum', description: 'Accounts and users of the upstream forum; without an API key' },
      { name: 'Description', description: 'This document, the page made of it, and whether the service answers' },
    ],
    security: apiKeySecurity,
    paths: paths(),
    components: {
      securitySchemes: {
        apiKeyHeader: {
          type: 'apiKey',
          in: 'header',
          name: 'X-SEO-API-Key',
          description: 'An API key of the back office. The header wins over the query parameter.',
        },
        apiKeyQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'The same key as a query parameter, for callers who can set no header.',
        },
        apiKeyBearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key as a bearer token. It counts where neither the header nor the query has a key.',
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
