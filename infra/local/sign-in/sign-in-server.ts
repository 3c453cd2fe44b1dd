import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onlyOwnNames } from '../own-names.ts';
import { acceptAccessToken, type Claims } from './access-token.ts';
import type { RunningProvider, SignInSettings } from './provider.ts';

export interface SignInServer {
  issuer: string;
  /** @returns the claims of an access token, or `null` where it is not accepted */
  accept(token: string, scopes: string[]): Promise<Claims | null>;
  close(): void;
}

/**
 * The runner's OpenID provider, at a port of its own, as Cognito is at a host of its own: so the page's requests to it
 * are just as much another origin's. It takes a quarter of a second to load, which it does when somebody first signs in.
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
  const server = createServer(onlyOwnNames(answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    async accept(token, scopes) {
      // Nobody has signed in yet, so nobody has a token.
      if (!provider) return null;
      const { publicKeys: keys } = await provider;
      return acceptAccessToken(token, scopes, { issuer, keys, now: Date.now });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
