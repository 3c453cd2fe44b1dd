import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ServiceError } from '../core/platform/http/errors.ts';
import { pageHeaders } from '../core/platform/http/headers.ts';
import type { PageFiles } from './page-files.ts';
import type { BackOfficeSettings } from '../core/platform/settings/settings.ts';
import type { SignInConfig } from './contract.ts';

/** Files whose names contain a hash of their content. */
const HASHED = /^assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

type SignInSettings = Pick<BackOfficeSettings, keyof BackOfficeSettings & `SIGN_IN_${string}`>;

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
  // Relative addresses count from the last slash.
  if (path === '' && !event.path.endsWith('/')) return redirect('back-office/');
  const file = files.get(path || 'index.html');
  if (file) return send(file.type, file.text, HASHED.test(path) ? IMMUTABLE : REVALIDATE);
  if (HASHED.test(path) || path.includes('.')) throw new ServiceError('not_found');
  // Views are in the fragment: any other path without a file extension is redirected to the page itself.
  const depth = path.split('/').length - (event.path.endsWith('/') ? 0 : 1);
  return redirect('../'.repeat(depth) || './');
}

/** What the page needs to sign an operator in. It contains no secrets. */
function signInConfig(settings: SignInSettings): SignInConfig {
  return {
    issuer: settings.SIGN_IN_ISSUER,
    client_id: settings.SIGN_IN_CLIENT_ID,
    scope: settings.SIGN_IN_SCOPE,
    logout_url: settings.SIGN_IN_LOGOUT_URL || null,
  };
}
