import Provider, { type Configuration, type JWK } from 'oidc-provider';
import { generateKeyPair, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { errorPage, languageOf, loginHeaders, loginPage, logoutPage } from './pages.ts';
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
          ctx.body = logoutPage(form, languageOf(ctx.get('accept-language')));
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
      ctx.body = errorPage(error, languageOf(ctx.get('accept-language')));
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
  const language = languageOf(request.headers['accept-language'] ?? '');
  const show = (failedName: string | null) => {
    const page = loginPage({ action: `/sign-in/${uid}`, failedName, language });
    response.writeHead(failedName === null ? 200 : 401, loginHeaders).end(page);
  };
  if (request.method !== 'POST') return show(null);
  const form = new URLSearchParams((await text(request)).slice(0, MAX_FORM_BYTES));
  const given = { name: form.get('name') ?? '', password: form.get('password') ?? '' };
  const name = findUser(users, given);
  if (name === null) return show(given.name);
  await provider.interactionFinished(request, response, { login: { accountId: name } });
}
