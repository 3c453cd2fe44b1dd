import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from '../settings.ts';
import { answerSchemas } from './answers.ts';
import { answerComponents } from './json-schema.ts';
import { apiKeySecurity, paths, requestSchemas } from './paths.ts';
import { errorResponses, headers } from './errors.ts';
import { receiverResponses, webhookHeaders, webhooks } from './webhooks.ts';

const DESCRIPTION = `Metrics of domains and keywords for search engine optimisation, and a proxy for the accounts and profiles of a forum.

Every response is JSON in the same envelope: \`code\` (the HTTP status), \`success\`, \`request_id\`, and either \`data\` or an error: \`error\`, a stable code; \`message\`, for people; \`values\`, the values in the message; and \`retryable\`, whether the same request can succeed later. If it is known when to retry, \`retry_after_seconds\` and the header \`Retry-After\` contain it. Times are in UTC (ISO 8601), dates are \`YYYY-MM-DD\`; names of fields contain their units. Scores are integers from 0 to 100. \`null\` means unknown, \`0\` is a measured zero, and an empty list means that the data were requested and there are none.

The endpoints for search metrics reject unknown parameters, and all endpoints reject repeated parameters; an empty value counts as absent. A path that does not exist returns 404 in the same envelope, an unsupported method 405. Every path can be called from web pages of any origin; \`OPTIONS\` needs no key. Later versions may add members to responses: ignore members that you do not know. Lists are also available as CSV; this document declares only their JSON content, so that generated clients need not distinguish the two.

Assistants can access the same data through Model Context Protocol tools at \`POST /mcp\`, with the same keys. The protocol specifies its messages; they are not described here.

\`webhooks\` describes what the service posts to the receivers of watches, batches and crawls: by type, and by the condition of a watch.`;

/** Returns the OpenAPI document, generated from the schemas of requests and responses. */
export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Domaingauge API',
      version: serviceVersion(),
      summary: 'Search metrics of domains and keywords, and a forum proxy',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    // Relative to this document, which may be served below a stage, a custom domain's path, or neither.
    servers: [{ url: '.', description: 'The service that serves this document' }],
    tags: [
      { name: 'Search metrics', description: 'Metrics of domains and keywords; an API key is required' },
      {
        name: 'Watches',
        description: 'Events of watched domains, listed and sent to receivers; an API key is required',
      },
      { name: 'Webhooks', description: 'What the service posts to receivers, by the rules of Standard Webhooks' },
      { name: 'Forum', description: 'Accounts and users of the upstream forum; no API key is required' },
      { name: 'Description', description: 'This document, its reference page, and the health check' },
    ],
    security: apiKeySecurity,
    paths: paths(),
    webhooks: webhooks(),
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
      parameters: webhookHeaders,
      headers,
      responses: { ...errorResponses(), ...receiverResponses },
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
