import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ServiceError } from '../core/platform/http/errors.ts';
import { pageHeaders } from '../core/platform/http/headers.ts';
import type { WorkspacePageSettings } from './settings.ts';
import type { SignInConfig } from '../back-office/contract.ts';

/** Files whose names contain a hash of their content. */
const HASHED = /^assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

type SignInSettings = Pick<WorkspacePageSettings, keyof WorkspacePageSettings & `SIGN_IN_${string}`>;

interface Dependencies {
  files: PageFiles;
  signIn: SignInSettings;
}

/**
 * Serves the page. All its addresses are relative, so that it works below any stage and custom domain.
 *
 * @throws {ServiceError} not_found
 */
export function servePage(event: APIGatewayProxyEvent, { files, signIn }: Dependencies): APIGatewayProxyResult {
  const path = event.pathParameters?.proxy ?? '';
  const headers = {
    ...pageHeaders({ 'font-src': ["'self'"], 'connect-src': ["'self'", signIn.SIGN_IN_ORIGINS] }),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  const send = (type: string, body: string, cacheControl: string) => ({
    statusCode: 200,
    headers: { ...headers, 'Content-Type': type, 'Cache-Control': cacheControl },
    body,
  });
  const redirect = (location: string) => ({ statusCode: 302, headers: { ...headers, Location: location }, body: '' });

  if (path === 'config.json') return send('application/json', JSON.stringify(signInConfig(signIn)), REVALIDATE);
  // Relative URLs are resolved from the last slash.
  if (path === '' && !event.path.endsWith('/')) return redirect('back-office/');
  const file = files.get(path || 'index.html');
  if (file) return send(file.type, file.text, HASHED.test(path) ? IMMUTABLE : REVALIDATE);
  if (HASHED.test(path) || path.includes('.')) throw new ServiceError('not_found');
  // Views are in the fragment: any other path without a file extension is redirected to the page itself.
  const depth = path.split('/').length - (event.path.endsWith('/') ? 0 : 1);
  return redirect('../'.repeat(depth) || './');
}

/** Returns the configuration of the sign-in for the page. It contains no secrets. */
function signInConfig(settings: SignInSettings): SignInConfig {
  return {
    issuer: settings.SIGN_IN_ISSUER,
    client_id: settings.SIGN_IN_CLIENT_ID,
    scope: settings.SIGN_IN_SCOPE,
    logout_url: settings.SIGN_IN_LOGOUT_URL || null,
  };
}

interface PageFile {
  type: string;
  text: string;
}

/** Files of the page by their relative path. */
type PageFiles = Map<string, PageFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the files of the built page; no other file can be served. All are text: API Gateway returns binary data only to
 * callers whose `Accept` header begins with its type.
 */
export function readPageFiles(dir: string): PageFiles {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.flatMap((path) => {
    const type = TYPES[extname(path)];
    return type ? [[path, { type, text: readFileSync(join(dir, path), 'utf8') }] as const] : [];
  });
  return new Map(files);
}
