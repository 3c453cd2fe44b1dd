import { createServer, type RequestListener } from 'node:http';
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { listen, onlyLocalHost } from '../../local-server.ts';
import type { RunningProvider, SignInSettings } from './provider.ts';

export interface SignInServer {
  issuer: string;
  /** @returns the claims of an access token; `null` when it is invalid */
  verify(token: string, scopes: string[]): Promise<Claims | null>;
  close(): void;
}

/**
 * The runner's OpenID provider, on its own port, as Cognito has its own host: so the page's requests to it are
 * cross-origin here as well. Loading it takes a quarter of a second, so it is loaded at the first sign-in.
 */
export async function startSignInServer(settings: SignInSettings): Promise<SignInServer> {
  let provider: Promise<RunningProvider> | null = null;
  const load = () =>
    (provider ??= import('./provider.ts').then(({ createProvider }) => createProvider(issuer, settings)));
  const answer: RequestListener = (request, response) => {
    load().then(
      ({ listener }) => listener(request, response),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  };
  const server = createServer(onlyLocalHost(answer));
  const issuer = await listen(server);
  return {
    issuer,
    async verify(token, scopes) {
      // Before the first sign-in, no token has been issued.
      if (!provider) return null;
      const { publicKeys: keys } = await provider;
      return verifyAccessToken(token, scopes, { issuer, keys, now: Date.now });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Claims of an access token, as API Gateway passes them to the function: all of them strings. */
export type Claims = Record<string, string>;

interface TokenRules {
  issuer: string;
  /** Public keys of the issuer. */
  keys: (JsonWebKey & { kid?: string })[];
  /** Milliseconds since the epoch. */
  now: () => number;
}

interface Payload {
  iss?: string;
  exp?: number;
  scope?: string;
  [claim: string]: unknown;
}

/**
 * Verifies an access token as a Cognito authorizer does: signed (RS256) by the issuer, not expired, with one of the
 * scopes.
 *
 * @returns its claims; `null` when it is invalid
 */
export function verifyAccessToken(token: string, scopes: string[], { issuer, keys, now }: TokenRules): Claims | null {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return null;
  const { alg, kid } = decoded(header) as { alg?: string; kid?: string };
  const key = keys.find((candidate) => candidate.kid === kid);
  if (alg !== 'RS256' || !key) return null;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return null;
  const claims = decoded(payload) as Payload;
  const isCurrent = claims.iss === issuer && (claims.exp ?? 0) * 1000 > now();
  const granted = (claims.scope ?? '').split(' ');
  if (!isCurrent || !scopes.some((scope) => granted.includes(scope))) return null;
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));
}

function decoded(part: string): object {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
