import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onlyLocalHost } from '../local-only.ts';
import { verifyAccessToken, type Claims } from './access-token.ts';
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
