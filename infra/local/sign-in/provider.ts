import Provider, { type Configuration, type JWK } from 'oidc-provider';
import { generateKeyPair, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { claimsOf, findUser, type Users } from './users.ts';

const HOUR_S = 3_600;
const MAX_FORM_BYTES = 10_000;

export interface SignInSettings {
  clientId: string;
  /** Scope of the back office's API. */
  scope: string;
  /** URLs of the page that the provider may redirect to. */
  pageUrls: string[];
  users: Users;
}

export interface RunningProvider {
  listener: RequestListener;
  publicKeys: (JsonWebKey & { kid?: string })[];
}

/** An OpenID provider for one client, the back office's page, and its users. Sessions are in memory only. */
export async function createProvider(issuer: string, settings: SignInSettings): Promise<RunningProvider> {
  const key = await makeSigningKey();
  const provider = new Provider(issuer, configurationOf(key, settings));
  const openId = provider.callback();
  return {
    listener: (request, response) => {
      const interaction = /^\/sign-in\/[\w-]+$/.test(request.url ?? '');
      if (!interaction) return void openId(request, response);
      signIn(request, response, provider, settings.users).catch((error: unknown) => {
        // Usually a form that was open for too long.
        response.writeHead(400, { 'Content-Type': 'text/plain' }).end(`Begin again: ${(error as Error).message}`);
      });
    },
    publicKeys: [{ kty: key.kty, n: key.n, e: key.e, kid: key.kid } as JsonWebKey],
  };
}

async function makeSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

function configurationOf(key: JWK, { clientId, scope, pageUrls, users }: SignInSettings): Configuration {
  const resource = 'urn:back-office';
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    clients: [
      {
        client_id: clientId,
        redirect_uris: pageUrls,
        post_logout_redirect_uris: pageUrls,
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    ],
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid'],
    features: {
      devInteractions: { enabled: false },
      // The provider's default pages load a font from another host.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.set(loginHeaders);
          ctx.body = logoutPage(form);
        },
      },
      revocation: { enabled: true },
      // Access tokens are JWTs with the scope, as Cognito's.
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: HOUR_S,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    renderError: (ctx, { error }) => {
      ctx.set(loginHeaders);
      ctx.body = errorPage(error);
    },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    clientBasedCORS: () => true,
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_ctx, token) => claimsOf(users, 'accountId' in token ? String(token.accountId) : ''),
    issueRefreshToken: () => true,
    // The only client belongs to the service, so no consent is needed.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      const known = session!.grantIdFor(client!.clientId);
      if (known) return provider.Grant.find(known);
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid');
      grant.addResourceScope(resource, scope);
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: 24 * HOUR_S,
      Session: 24 * HOUR_S,
      Grant: 24 * HOUR_S,
    },
  };
}

/** Shows the sign-in form, and handles its submission. */
async function signIn(request: IncomingMessage, response: ServerResponse, provider: Provider, users: Users) {
  const { uid } = await provider.interactionDetails(request, response);
  const show = (failed: boolean) => {
    response.writeHead(failed ? 401 : 200, loginHeaders).end(loginPage({ action: `/sign-in/${uid}`, failed }));
  };
  if (request.method !== 'POST') return show(false);
  const form = new URLSearchParams((await text(request)).slice(0, MAX_FORM_BYTES));
  const given = { name: form.get('name') ?? '', password: form.get('password') ?? '' };
  const name = findUser(users, given);
  if (name === null) return show(true);
  await provider.interactionFinished(request, response, { login: { accountId: name } });
}

/** The page with the sign-in form. */
export function loginPage({ action, failed }: { action: string; failed: boolean }): string {
  return pageWith(`${failed ? '<p role="alert">Name or password is wrong.</p>' : ''}
<form method="post" action="${action}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button>
</form>`);
}

/** @param form the provider's hidden form, with the id `op.logoutForm` */
export function logoutPage(form: string): string {
  return pageWith(`${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`);
}

/** An error of the provider, shown by its stable code only: its messages may repeat the caller's input. */
export function errorPage(code: string): string {
  return pageWith(`<p role="alert">That did not succeed (${code.replace(/[^a-z_]/g, '')}). Go back and try again.</p>`);
}

function pageWith(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Domaingauge</title>
<style>
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
body { margin: 0; color: light-dark(#151a1c, #e7edee); background: light-dark(#f6f8f8, #0e1213); }
main { max-width: 21rem; margin: 16vh auto; padding: 2rem; border: 1px solid light-dark(#e1e6e7, #293133); border-radius: 16px; background: light-dark(#fff, #161b1d); }
h1 { margin: 0 0 1.5rem; font-size: 24px; line-height: 32px; text-align: center; }
label { font-weight: 500; }
label, input, button { display: block; width: 100%; box-sizing: border-box; }
input, button { min-height: 44px; margin: .25rem 0 1rem; padding: 0 .75rem; border: 1px solid light-dark(#879196, #6d787d); border-radius: 10px; font: inherit; }
input { background: transparent; color: inherit; font-size: 16px; }
button { border: 0; color: light-dark(#fff, #04252b); background: light-dark(#0b6b7c, #5cc6d8); font-weight: 600; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>Domaingauge</h1>
${content}
</main>
</body>
</html>
`;
}

/** Headers of these pages: they load nothing, and cannot be framed. */
export const loginHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};
