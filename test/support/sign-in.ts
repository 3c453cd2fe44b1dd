import { createHash, randomBytes } from 'node:crypto';
import type { Role, SignInConfig } from '../../functions/back-office/contract.ts';
import type { TestRunner } from './runner.ts';

/** The user of a role that the runner has printed. */
export function userOf(runner: TestRunner, role: Role = 'operator'): { name: string; password: string } {
  const [, name, password] = new RegExp(`${role}: (\\S+) {2}password: (\\S+)$`, 'm').exec(runner.output())!;
  return { name: name!, password: password! };
}

interface BackOfficeCall {
  token: string;
  method?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the API of the back office. @param path below `/back-office/api/` */
export function callBackOffice(
  { url }: Pick<TestRunner, 'url'>,
  path: string,
  { token, method = 'GET', body, headers }: BackOfficeCall,
): Promise<Response> {
  return fetch(`${url}/back-office/api/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

interface SignInOptions {
  /** Path of the page on the runner. */
  pagePath?: string;
  scope?: string;
  password?: string;
  role?: Role;
}

/** Thrown when the sign-in server returned no code, with its response. */
export class NotSignedIn extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/**
 * Signs in as a browser does, by authorization code with PKCE.
 *
 * @returns the token endpoint's response
 * @throws {NotSignedIn}
 */
export async function signIn(runner: TestRunner, options: SignInOptions = {}) {
  const user = userOf(runner, options.role);
  const { pagePath = '/back-office/', password = user.password } = options;
  const pageUrl = runner.url + pagePath;
  const config = (await (await fetch(`${pageUrl}config.json`)).json()) as SignInConfig;
  const discovery = await fetch(`${config.issuer}/.well-known/openid-configuration`);
  const server = (await discovery.json()) as { authorization_endpoint: string; token_endpoint: string };
  const verifier = randomBytes(32).toString('base64url');
  const browser = createBrowser();

  const question = new URLSearchParams({
    client_id: config.client_id,
    redirect_uri: pageUrl,
    response_type: 'code',
    scope: options.scope ?? config.scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of-the-page',
  });
  const form = await browser(`${server.authorization_endpoint}?${question.toString()}`);
  const filledIn = new URLSearchParams({ name: user.name, password });
  const back = await browser(form.url, { method: 'POST', body: filledIn });
  const code = back.url.startsWith(pageUrl) ? new URL(back.url).searchParams.get('code') : null;
  if (!code) throw new NotSignedIn(back.status, back.text);

  const answer = await fetch(server.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: config.client_id,
      redirect_uri: pageUrl,
      code,
      code_verifier: verifier,
    }),
  });
  return (await answer.json()) as { access_token: string; id_token: string; refresh_token: string };
}

/** Follows redirects and stores cookies, until it is redirected to the back office's page. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return async function go(
    url: string,
    init: RequestInit = {},
  ): Promise<{ url: string; status: number; text: string }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) return { url, status: response.status, text: await response.text() };
    const next = new URL(location, url).href;
    return /\/back-office\/\?/.test(next) ? { url: next, status: response.status, text: '' } : go(next);
  };
}
