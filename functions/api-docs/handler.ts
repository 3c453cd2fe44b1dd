import type * as z from 'zod';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { responseHeaders, success } from '../core/platform/http/envelope.ts';
import { pageHeaders, requestHeader, unlessKnown, weakEtag } from '../core/platform/http/headers.ts';
import { ServiceError } from '../core/platform/http/errors.ts';
import type { indexAnswer } from './definition.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** After a deployment, callers may have the previous files for at most this time. */
const CACHE_CONTROL = 'public, max-age=300';

/** Only these files are served. All are text, since API Gateway returns binary data only on request. */
const TYPES: Record<string, string> = {
  'index.html': 'text/html; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'page.css': 'text/css; charset=utf-8',
  'init.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const INDEX: z.infer<typeof indexAnswer> = {
  docs: '/docs',
  openapi: '/openapi.json',
  workspace: '/back-office/',
  health: '/health',
};

/** `GET /`, `/openapi.json` and `/docs/`: the index, the OpenAPI document and its reference page. */
export const handler = endpoint(
  (event) => Promise.resolve(event.resource === '/' ? serveRoot(event) : serveDocs(event)),
  settings,
);

/** Redirects browsers to the back office, and returns an index to programs. */
function serveRoot(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  const Vary = `Accept, ${responseHeaders.Vary}`;
  if (/\btext\/html\b/i.test(requestHeader(event, 'accept'))) {
    // Relative, since only API Gateway knows the stage or base path. Resolved from the last slash, which may be missing.
    const Location = `${event.requestContext.path.split('/').at(-1)}/back-office/`.replace(/^\//, '');
    return { statusCode: 302, headers: { ...pageHeaders(), Vary, Location }, body: '' };
  }
  const answer = success(event, JSON.stringify(INDEX));
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': CACHE_CONTROL, Vary } };
}

/**
 * Serves the OpenAPI document and its reference page. All URLs in the page are relative, so that it works below any stage
 * and custom domain.
 *
 * @throws {ServiceError} not_found
 */
function serveDocs(event: APIGatewayProxyEvent): APIGatewayProxyResult {
  if (event.resource === '/openapi.json') {
    const body = read('openapi.json');
    const answer = { statusCode: 200, headers: { ...responseHeaders, ...cached('application/json') }, body };
    return unlessKnown(event, weakEtag(body), answer);
  }
  const name = event.pathParameters?.proxy ?? '';
  // Relative URLs are resolved from the last slash.
  if (name === '' && !event.path.endsWith('/')) {
    return { statusCode: 302, headers: { ...pageHeaders(), Location: 'docs/' }, body: '' };
  }
  const file = name || 'index.html';
  const type = Object.hasOwn(TYPES, file) ? TYPES[file] : undefined;
  if (type === undefined) throw new ServiceError('not_found');
  return { statusCode: 200, headers: { ...pageHeaders(), ...cached(type) }, body: read(file) };
}

const cached = (type: string) => ({ 'Content-Type': type, 'Cache-Control': CACHE_CONTROL });

const files = new Map<string, string>();

/** Reads a file at its first request: most requests are for small files. */
function read(name: string): string {
  const known = files.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(import.meta.dirname, 'files', name), 'utf8');
  files.set(name, text);
  return text;
}
