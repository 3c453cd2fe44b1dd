import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT_ID = 'back-office';
const INITIAL = { tokenSeconds: 3_600, renewals: 0 };

/** An issued authorization code. */
interface Grant {
  challenge: string;
  redirectUri: string;
  nonce: string | null;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
}

export interface SignInServer {
  issuer: string;
  clientId: string;
  /** Returns whether an access token is valid. */
  accepts(token: string): boolean;
  /** Issues tokens, as the token endpoint does. */
  issue(): Tokens;
  /** Revokes all access and refresh tokens. */
  revokeAll(): void;
  /** Lifetime in seconds of the next access tokens. */
  tokenSeconds: number;
  /** Number of tokens issued for a refresh token. */
  renewals: number;
  /** Revokes all tokens, and restores lifetime and number. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a fake OpenID provider with one operator for a public client with PKCE. */
export async function startSignInServer(): Promise<SignInServer> {
  const grants = new Map<string, Grant>();
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: SignInServer = {
    issuer,
    clientId: CLIENT_ID,
    accepts: (token) => accessTokens.has(token),
    issue: () => issue(null),
    revokeAll: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
    ...INITIAL,
    reset: () => {
      state.revokeAll();
      Object.assign(state, INITIAL);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    const url = new URL(request.url!, issuer);
    if (url.pathname === '/.well-known/openid-configuration') return sendJson(response, discovery(issuer));
    if (url.pathname === '/authorize') return sendForm(response, url);
    if (url.pathname === '/enter') return redirectBack(response, url.searchParams);
    if (url.pathname === '/token') return issueTokens(response, new URLSearchParams(await bodyOf(request)));
    if (url.pathname === '/end') return redirect(response, url.searchParams.get('post_logout_redirect_uri')!);
    response.writeHead(404).end();
  }

  function redirectBack(response: ServerResponse, query: URLSearchParams) {
    const redirectUri = query.get('redirect_uri')!;
    const back = new URL(redirectUri);
    if (query.has('refuse')) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      grants.set(code, { challenge: query.get('code_challenge')!, redirectUri, nonce: query.get('nonce') });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', query.get('state')!);
    redirect(response, back.href);
  }

  function issueTokens(response: ServerResponse, form: URLSearchParams) {
    const known =
      form.get('grant_type') === 'refresh_token'
        ? refreshTokens.delete(form.get('refresh_token')!) && { nonce: null, renewed: true }
        : redeem(form);
    if (!known) return sendJson(response, { error: 'invalid_grant' }, 400);
    if ('renewed' in known) state.renewals += 1;
    sendJson(response, issue(known.nonce));
  }

  function issue(nonce: string | null): Tokens {
    const [access, refresh] = [randomUUID(), randomUUID()];
    accessTokens.add(access);
    refreshTokens.add(refresh);
    return {
      access_token: access,
      refresh_token: refresh,
      id_token: idToken(issuer, nonce),
      token_type: 'Bearer',
      expires_in: state.tokenSeconds,
    };
  }

  /** A code is valid once, for its redirect address and code verifier. */
  function redeem(form: URLSearchParams): Grant | null {
    const code = form.get('code')!;
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || grant.redirectUri !== form.get('redirect_uri')) return null;
    const proof = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
    return proof === grant.challenge ? grant : null;
  }
  return state;
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/end`,
    jwks_uri: `${issuer}/jwks`,
  };
}

/** Public clients over TLS need no signature (OpenID Connect Core 3.1.3.7); the page's library reads only the claims. */
function idToken(issuer: string, nonce: string | null): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: CLIENT_ID, sub: 'operator', iat: now, exp: now + 3_600, ...(nonce && { nonce }) };
  const encoded = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${encoded.join('.')}.`;
}

function sendForm(response: ServerResponse, url: URL) {
  const enter = `/enter${url.search.replaceAll('&', '&amp;')}`;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Sign-in server</title>
    <a href="${enter}">Enter as operator</a> <a href="${enter}&amp;refuse=1">Refuse</a>`);
}

function sendJson(response: ServerResponse, body: object, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function redirect(response: ServerResponse, location: string) {
  response.writeHead(302, { Location: location }).end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
}
